import { clsx } from "clsx";

type Size = "s" | "m" | "l";

/** A person's circle: initials on the colour of that person; `own` is the reader, who is always the accent. */
export function Avatar({
  name,
  colour,
  own,
  size = "m",
  decorative,
}: {
  name: string;
  /** 1–8. */
  colour?: number;
  own?: boolean;
  size?: Size;
  /** True where the name stands beside it. */
  decorative?: boolean;
}) {
  return (
    <span
      className={clsx("av", size !== "m" && size, own && "me")}
      style={own || !colour ? undefined : { ["--who" as string]: `var(--presence-${colour})` }}
      title={name}
      // Drawn, not written: two letters are no text to read, copy or compare with the name.
      data-initials={initialsOf(name)}
      {...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": name })}
    />
  );
}

/** Two letters that stand for a name; one character of a Chinese, Japanese or Korean name reads better than two. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const first = [...(words[0] ?? "")][0] ?? "?";
  if (/\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(first)) return first;
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : ([...(words[0] ?? "")][1] ?? "");
  return (first + last).toUpperCase();
}

/** The square with the note, for whatever is not a person. */
export function SquareMark({ label, size = "m" }: { label?: string; size?: "s" | "m" }) {
  return (
    <span
      className={clsx("mk", size === "s" && "s")}
      {...(label ? { role: "img", "aria-label": label, title: label } : { "aria-hidden": true })}
    >
      <NoteIcon size={size === "s" ? 12 : 15} strokeWidth={size === "s" ? 2.2 : 2} />
    </span>
  );
}

/** The note, drawn as the icons are: 24 grid, round joins. */
export function NoteIcon({ size = 20, strokeWidth = 1.6 }: { size?: number; strokeWidth?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <ellipse cx="8.5" cy="17" rx="3.6" ry="2.9" transform="rotate(-18 8.5 17)" />
      <path d="M12 16V5c1 2.6 4.6 3.2 4.6 6.6" />
    </svg>
  );
}
