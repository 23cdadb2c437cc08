/** Which documents the address asks for: a part of the title, and whether archived ones are shown. */
export function listAsked(request: Request): { search: string; archived: boolean } {
  const { searchParams } = new URL(request.url);
  return {
    // No title holds a NUL, and no database takes one. Cutting must not leave half a character.
    search: searchParams.get("search")?.replaceAll("\0", "").trim().slice(0, 120).toWellFormed() ?? "",
    archived: searchParams.get("archived") === "1",
  };
}
