import type { ReactNode } from "react";
import { Dialog as Radix } from "radix-ui";
import { X } from "lucide-react";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** Name of the cross. */
  closeLabel: string;
  children?: ReactNode;
};

/** A modal with a title. Escape and the cross close it; focus returns to what opened it. */
export function Dialog({ open, onOpenChange, title, description, closeLabel, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className="dialog p-5"
          {...(description ? {} : { "aria-describedby": undefined })}
          onCloseAutoFocus={(event) => {
            // A menu that opened this is gone by now; the page itself is better than nothing.
            if (!document.activeElement) event.preventDefault();
          }}
        >
          <div className="mb-3 flex items-start gap-3">
            <Radix.Title className="grow text-16 font-semibold tracking-[-0.011em]">{title}</Radix.Title>
            <Radix.Close className="ib" aria-label={closeLabel} title={closeLabel}>
              <X size={16} aria-hidden />
            </Radix.Close>
          </div>
          {description ? (
            <Radix.Description className="mb-4 text-secondary">{description}</Radix.Description>
          ) : null}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
