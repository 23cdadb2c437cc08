import type { SubmissionResult } from "@conform-to/react";
import { z } from "zod";

/** Problems are named by codes, so that the page says them in the reader's language. */
const title = z
  .string({ error: "title-invalid" })
  .trim()
  .min(1, "title-invalid")
  // Characters as people count them, not UTF-16 units.
  .refine((text) => [...text].length <= 120, "title-invalid");

export const createForm = z.object({
  intent: z.literal("create"),
  title,
  parent: z.string().max(64).optional(),
});

export const renameForm = z.object({ intent: z.literal("rename"), title });

/** What an action answers while something about the form is wrong. */
export type FormReply = { result: SubmissionResult<string[]> };

/** How a change of the whole document was answered. */
export type ChangeReply = { ok: true } | { ok: false; reason: string };
