/** What may be asked for. Writing includes reading; administering includes both. */
export type Right = "read" | "write" | "administer";

/** What a person may do. */
export type Rights = Record<Right, boolean>;

export const noRights: Rights = { read: false, write: false, administer: false };

/** What a person gets on joining. */
export const memberRights: Rights = { read: true, write: true, administer: false };

/** What the operator gets. */
export const operatorRights: Rights = { read: true, write: true, administer: true };

/** The rights with what each includes: whoever writes reads, whoever administers does both. */
export function withIncluded({ read, write, administer }: Rights): Rights {
  return { read: read || write || administer, write: write || administer, administer };
}
