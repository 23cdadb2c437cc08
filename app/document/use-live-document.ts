import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Rights } from "@chopin/protocol/document";
import { EMPTY_CHAT } from "../live/chat-state.ts";
import type { ChatState } from "../live/chat-state.ts";
import { ChatChannel } from "../live/chat-channel.ts";
import { reconnectTab, tabConnection } from "../live/tab-connection.ts";
import { blankSnapshot } from "../live/channel-snapshot.ts";
import { openDocumentChannel } from "../live/document-channel.ts";
import type { ChannelSnapshot, DocumentChannel } from "../live/document-channel.ts";
import { tabJournal, tabKept } from "./use-kept-changes.ts";

type Shown = { id: string; title: string; me: string; rights: Rights };

export type LiveDocument = {
  /** Null until the page has come to life. */
  channel: DocumentChannel | null;
  chatChannel: ChatChannel | null;
  snapshot: ChannelSnapshot;
  chat: ChatState;
  /** Tries the connection again now. */
  reconnect: () => void;
};

/** Opens the channels of one document for as long as the page shows it, and follows them. */
export function useLiveDocument({ id, title, me, rights }: Shown): LiveDocument {
  const [channels, setChannels] = useState<{ text: DocumentChannel; chat: ChatChannel } | null>(null);
  const first = useRef<ChannelSnapshot>(blankSnapshot(rights));
  const named = useRef(title);
  useEffect(() => {
    const connection = tabConnection();
    const journal = tabJournal().begin({ person: me, document: id, title: named.current });
    const { rights: known } = first.current;
    const text = openDocumentChannel({ connection, document: id, rights: known, journal });
    const chat = new ChatChannel({ document: id, connection });
    setChannels({ text, chat });
    return () => {
      text.close();
      chat.close();
      setChannels(null);
      // What this page did not get to save, the tab saves from wherever it is.
      void journal.released.then(tabKept().look);
    };
  }, [id, me]);
  const snapshot = useSyncExternalStore(
    channels?.text.subscribe ?? nothing,
    channels?.text.getSnapshot ?? (() => first.current),
    () => first.current,
  );
  const chat = useSyncExternalStore(
    channels?.chat.subscribe ?? nothing,
    channels?.chat.getSnapshot ?? emptyChat,
    emptyChat,
  );
  return {
    channel: channels?.text ?? null,
    chatChannel: channels?.chat ?? null,
    snapshot,
    chat,
    reconnect: reconnectTab,
  };
}

function nothing() {
  return () => {};
}

function emptyChat(): ChatState {
  return EMPTY_CHAT;
}
