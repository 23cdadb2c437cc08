/** A kind of event with the type of what it carries. Payloads are plain JSON: they may cross processes. */
export type EventKind<Payload> = { name: string; payload?: Payload };

/** Declares a kind of event. The module that publishes it owns and exports it. */
export function defineEvent<Payload>(name: string): EventKind<Payload> {
  return { name };
}

export type Unsubscribe = () => void;

/**
 * Tells every process what has just become true. A module commits first and publishes afterwards, so an event
 * may be missed (a crash in between) but never lies; whatever was missed is found again from the database.
 */
export interface Events {
  publish<Payload>(kind: EventKind<Payload>, payload: Payload): void;
  /** Handlers run in publishing order; one that throws is logged and disturbs no other. */
  on<Payload>(kind: EventKind<Payload>, handler: (payload: Payload) => void): Unsubscribe;
  close(): Promise<void>;
}
