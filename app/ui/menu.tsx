import type { ReactNode } from "react";
import { DropdownMenu } from "radix-ui";
import { clsx } from "clsx";

export type MenuProps = { trigger: ReactNode; label: string; children: ReactNode };

/** A menu under the button that opens it: arrows move, Enter chooses, Escape closes. */
export function Menu({ trigger, label, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="pop"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export type MenuItemProps = {
  icon?: ReactNode;
  danger?: boolean;
  onSelect?: () => void;
  /** Navigates instead: plain, so that a download works. */
  href?: string;
  download?: boolean;
  children: ReactNode;
};

export function MenuItem({ icon, danger, onSelect, href, download, children }: MenuItemProps) {
  const className = clsx("mi", danger && "danger");
  if (href) {
    return (
      <DropdownMenu.Item asChild>
        <a className={className} href={href} download={download}>
          {icon}
          {children}
        </a>
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.Item className={className} {...(onSelect ? { onSelect } : {})}>
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuRule() {
  return <DropdownMenu.Separator className="my-1 h-px bg-hairline" />;
}
