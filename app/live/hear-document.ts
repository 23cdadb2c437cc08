import type { DocumentChangedFrame, PresenceFrame, RightsFrame, StepsFrame } from "@chopin/protocol/document";
import type { Connection } from "./connection.ts";

/** Hears what the server says of one document, and not of the others this tab has open. Returns what ends it. */
export function hearDocument(
  connection: Connection,
  document: string,
  hear: {
    steps: (frame: StepsFrame) => void;
    people: (frame: PresenceFrame) => void;
    rights: (frame: RightsFrame) => void;
    changed: (frame: DocumentChangedFrame) => void;
  },
): () => void {
  const mine = <Frame extends { document: string }>(work: (frame: Frame) => void) => {
    return (frame: Frame) => {
      if (frame.document === document) work(frame);
    };
  };
  const unsubscribe = [
    connection.on("document:steps", mine(hear.steps)),
    connection.on("document:people", mine(hear.people)),
    connection.on("document:rights", mine(hear.rights)),
    connection.on("document:changed", mine(hear.changed)),
  ];
  return () => {
    for (const stop of unsubscribe) stop();
  };
}
