import { documentChanged } from "../../documents/documents.ts";
import type { Services } from "../../services.ts";
import type { LiveServer, Topic } from "./socket.ts";

/** Milliseconds between two notices: a list that is a second old is good enough, and an import makes many changes. */
const NOTICE_MS = 1_000;

/**
 * Says that some document changed, not which: a page that shows a list asks for it again, and gets what its person
 * may read.
 */
export function serveLists({ io, services }: { io: LiveServer; services: Services }): Topic {
  let waiting: NodeJS.Timeout | undefined;
  let last = 0;
  const say = () => {
    waiting = undefined;
    last = Date.now();
    io.local.emit("documents:changed");
  };
  const unsubscribe = services.events.on(documentChanged, () => {
    waiting ??= setTimeout(say, Math.max(0, last + NOTICE_MS - Date.now()));
  });
  return {
    welcome() {},
    shut() {},
    close() {
      unsubscribe();
      clearTimeout(waiting);
    },
  };
}
