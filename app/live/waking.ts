/** What a page hears of being awake again. A browser's `window` and `document` are these. */
export type WakingPage = {
  window: Pick<Window, "addEventListener" | "removeEventListener">;
  document: Pick<Document, "addEventListener" | "removeEventListener" | "visibilityState">;
};

/** Milliseconds between two looks at the clock, and how late one may be before the machine must have slept. */
const LOOK_EVERY = 2_000;
const SLEPT = 5_000;

/**
 * Calls `awake` when the network came back, when the page is shown or thawed again, and when the clock jumped because
 * the machine slept: moments at which a connection may be dead without anybody having said so. Timers do not notice,
 * they stand still in sleep. Ends with the returned call.
 */
export function whenAwake(awake: () => void, page: WakingPage = globalThis): () => void {
  const shown = () => {
    if (page.document.visibilityState === "visible") awake();
  };
  // The first showing belongs to loading: the connection is on its way.
  const restored = (event: PageTransitionEvent) => {
    if (event.persisted) awake();
  };
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    const late = now - last > LOOK_EVERY + SLEPT;
    last = now;
    // Timers of a hidden page are late by design; it looks when it is shown.
    if (late) shown();
  }, LOOK_EVERY);
  page.window.addEventListener("online", awake);
  page.window.addEventListener("pageshow", restored);
  page.document.addEventListener("visibilitychange", shown);
  page.document.addEventListener("resume", shown);
  return () => {
    clearInterval(timer);
    page.window.removeEventListener("online", awake);
    page.window.removeEventListener("pageshow", restored);
    page.document.removeEventListener("visibilitychange", shown);
    page.document.removeEventListener("resume", shown);
  };
}
