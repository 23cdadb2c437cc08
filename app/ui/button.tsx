import type { ComponentProps } from "react";
import { clsx } from "clsx";

export type ButtonLook = "primary" | "default" | "quiet" | "danger" | "danger-solid";

export type ButtonProps = ComponentProps<"button"> & { look?: ButtonLook; size?: "md" | "sm" | "xs" };

/** 32 px high, 28 small, 24 extra small. One primary in view. */
export function Button({ look = "default", size = "md", className, type = "button", ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={clsx(buttonClass(look, size), className)} />;
}

/** The same look for a link that acts as a button. */
export function buttonClass(look: ButtonLook = "default", size: "md" | "sm" | "xs" = "md"): string {
  return clsx("btn", LOOK[look], size !== "md" && size);
}

const LOOK: Record<ButtonLook, string> = {
  primary: "primary",
  default: "",
  quiet: "quiet",
  danger: "danger",
  "danger-solid": "danger solid",
};

/** A square button with an icon; `label` is its name and, where `tip` is not set, its title. */
export function IconButton({
  label,
  touch,
  className,
  ...rest
}: Omit<ComponentProps<"button">, "title"> & { label: string; touch?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={clsx("ib", touch && "touch", className)}
    />
  );
}
