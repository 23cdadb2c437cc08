/** Which documents the address asks for: a part of the title, and whether archived ones are shown. */
export function listAsked(request: Request): { search: string; archived: boolean } {
  const { searchParams } = new URL(request.url);
  return {
    search: searchParams.get("search")?.trim().slice(0, 120) ?? "",
    archived: searchParams.get("archived") === "1",
  };
}
