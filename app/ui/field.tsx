import { useId } from "react";
import type { ComponentProps } from "react";
import { clsx } from "clsx";

export type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  id?: string;
  label: string;
  hint?: string;
  /** Replaces the hint. */
  error?: string;
  labelHidden?: boolean;
};

/** A labelled input: label above, hint below, an error in the hint's place. */
export function Field({ id, label, hint, error, labelHidden, className, ...rest }: FieldProps) {
  const made = useId();
  const own = id ?? made;
  const noteId = `${own}-note`;
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={own} className={labelHidden ? "sr-only" : "lab"}>
        {label}
      </label>
      <input
        {...rest}
        id={own}
        className={clsx("inp", className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
      />
      {note ? (
        <p id={noteId} className={clsx("hint", error && "bad")} role={error ? "alert" : undefined}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
