import type { Principal } from "./base/principal.ts";
import type { Services } from "./services.ts";

/** Someone who has joined: the token of their browser, and who acts when they do. */
export type Guest = { token: string; principal: Principal };

/** Joins under this name; whoever comes first administers. */
export async function joinAs({ accounts }: Pick<Services, "accounts">, name: string): Promise<Guest> {
  const joined = await accounts.join({ name });
  if (!joined.ok) throw new Error(joined.reason);
  const found = await accounts.authenticate(joined.token);
  if (!found) throw new Error("the login does not hold");
  return { token: joined.token, principal: found.principal };
}

/** Makes a document in the first repository there is. Returns its id. */
export async function newDocument(
  { access, documents }: Pick<Services, "access" | "documents">,
  principal: Principal,
  { title, source }: { title: string; source: string },
): Promise<string> {
  const [repository] = await access.repositories(principal);
  const made = await documents.create(principal, { repository: repository?.id ?? "", title, source });
  if (!made.ok) throw new Error(made.reason);
  return made.document.id;
}
