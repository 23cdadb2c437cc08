import { z } from "zod";

/** The socket.io frames of the connection itself. */

/** Asks whether the other end is there. Answered at once; nothing is looked up. */
export const probeRequest = z.object({});
export type ProbeReply = { ok: true } | { ok: false; reason: string };

/** Why the server turns a connection away: for good, or until a later attempt. */
export type TurnedAway = { reason: "signed-out" | "too-many" | "unavailable" };

export type ConnectionClientEvents = {
  "connection:probe": (request: z.infer<typeof probeRequest>, reply: (r: ProbeReply) => void) => void;
};
