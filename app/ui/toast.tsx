import { useSyncExternalStore } from "react";
import { Check, X } from "lucide-react";
import { Toast } from "radix-ui";

export type ToastAction = { label: string; run: () => void };
type Shown = { id: number; text: string; kind: "done" | "refused"; action?: ToastAction | undefined };

/** Milliseconds a toast stays; longer while the pointer or the focus rests on it. */
const STAYS = 5_000;

let shown: Shown | null = null;
let told = 0;
const listeners = new Set<() => void>();

/** Says in a sentence what happened. One at a time: a new one takes the place of the one before. */
export function toast(text: string, options: { kind?: Shown["kind"]; action?: ToastAction } = {}): void {
  told += 1;
  show({ id: told, text, kind: options.kind ?? "done", action: options.action });
}

/** Takes away what a toast offers, before something that it would not fit any more. */
export function dismissToast(): void {
  show(null);
}

/** Where toasts appear: bottom centre, dark in both themes. F8 leads there by keyboard. */
export function Toaster({ label }: { label: string }) {
  const current = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
  return (
    <Toast.Provider duration={STAYS} swipeDirection="down" label={label}>
      {current ? <OneToast key={current.id} {...current} /> : null}
      <Toast.Viewport className="toasts" label={`${label} ({hotkey})`} />
    </Toast.Provider>
  );
}

function OneToast({ id, text, kind, action }: Shown) {
  const Icon = kind === "done" ? Check : X;
  return (
    <Toast.Root className="toast" onOpenChange={(open) => !open && shown?.id === id && show(null)}>
      <Icon size={14} className="shrink-0" aria-hidden />
      <Toast.Description>{text}</Toast.Description>
      {action ? (
        <Toast.Action altText={action.label} className="act" onClick={action.run}>
          {action.label}
        </Toast.Action>
      ) : null}
    </Toast.Root>
  );
}

function show(next: Shown | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
