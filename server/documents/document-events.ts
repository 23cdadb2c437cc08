import { defineEvent } from "../base/events.ts";
import type { Committed } from "./authority.ts";

/** Steps are in the database: `base`..`version` of one document, in order. */
export const documentCommitted = defineEvent<Committed>("document.committed");

/** Something about a document other than its text is different now; also said of a new one. */
export type DocumentChanged = {
  id: string;
  title: string;
  path: string;
  archived: boolean;
  removed: boolean;
};
export const documentChanged = defineEvent<DocumentChanged>("document.changed");
