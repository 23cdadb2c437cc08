export type Theme = "system" | "light" | "dark";

/** The theme a value names; anything else follows the system. */
export function themeOf(value: unknown): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
