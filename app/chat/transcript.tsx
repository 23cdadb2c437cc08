import { dayNumber } from "../locales/dates.ts";
import { Time, useReaderTime } from "../locales/time.tsx";
import type { ChatState } from "../live/chat-state.ts";
import { foldTranscript, queueOf } from "./fold-transcript.ts";
import { SaidEntry } from "./said-entry.tsx";
import { TurnEntry } from "./turn-entry.tsx";

export type TranscriptProps = {
  chat: ChatState;
  me: string;
  colourOf: (person: string) => number;
  onStop?: ((turn: string) => void) | undefined;
  onRetry?: ((turn: string) => void) | undefined;
};

/** Everything said and done, oldest first. */
export function Transcript({ chat, me, colourOf, onStop, onRetry }: TranscriptProps) {
  const { zone } = useReaderTime();
  const queue = queueOf(chat.turns);
  return foldTranscript(chat, (at) => dayNumber(Date.parse(at), zone)).map((entry) => {
    switch (entry.kind) {
      case "day":
        return (
          <div key={entry.key} className="day">
            <Time at={entry.at} form="day" />
          </div>
        );
      case "system":
        return (
          <p key={entry.key} className="mt-4 text-12 text-tertiary">
            {entry.message.text}
          </p>
        );
      case "turn":
        return (
          <TurnEntry
            key={entry.key}
            turn={entry.turn}
            parts={chat.parts[entry.turn.id] ?? []}
            onStop={onStop}
            onRetry={onRetry}
          />
        );
      case "said": {
        const { message, continued, queued } = entry;
        const author = message.author.kind === "person" ? message.author.person : "";
        return (
          <SaidEntry
            key={entry.key}
            message={message}
            continued={continued}
            own={author === me}
            colour={colourOf(author)}
            queued={queued && { turn: queued, place: queue.indexOf(queued) + 1 }}
          />
        );
      }
    }
  });
}
