import { Check, X } from "lucide-react";
import { Toaster as Sonner, toast as show } from "sonner";

/** Where toasts appear: bottom centre, one at a time, longer while the pointer rests on one. */
export function Toaster({ label }: { label: string }) {
  return (
    <Sonner position="bottom-center" visibleToasts={1} duration={5_000} containerAriaLabel={label} gap={8} />
  );
}

export type ToastAction = { label: string; run: () => void };

/** Says in a sentence what happened; dark in both themes. */
export function toast(text: string, options: { kind?: "done" | "refused"; action?: ToastAction } = {}): void {
  const { kind = "done", action } = options;
  const Icon = kind === "done" ? Check : X;
  show.custom((id) => (
    <div className="toast">
      <Icon size={14} aria-hidden />
      <span>{text}</span>
      {action ? (
        <button
          type="button"
          className="act"
          onClick={() => {
            show.dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      ) : null}
    </div>
  ));
}
