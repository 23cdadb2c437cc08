import { useEffect, useState } from "react";
import type { ChannelSnapshot } from "../live/document-channel.ts";
import type { Saving } from "./saving-state.tsx";

/** Milliseconds a page may take to be let in before it says that it is offline. */
const PATIENCE = 4_000;

/** The saving state, with a moment's patience while the page opens, and when the connection went. */
export function useSaving({ saving, joined }: ChannelSnapshot): {
  saving: Saving;
  offlineSince: string | null;
} {
  const [opened, setOpened] = useState(false);
  const [offlineSince, setOfflineSince] = useState<string | null>(null);
  const offline = saving.kind === "offline" && opened;
  useEffect(() => {
    if (opened) return;
    const timer = setTimeout(() => setOpened(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [opened]);
  if (joined && !opened) setOpened(true);
  useEffect(() => {
    if (!offline) return;
    const since = new Date().toISOString();
    const timer = setTimeout(() => setOfflineSince(since));
    return () => {
      clearTimeout(timer);
      setOfflineSince(null);
    };
  }, [offline]);
  if (saving.kind === "offline" && !opened && saving.changes === 0) {
    return { saving: { kind: "opening" }, offlineSince };
  }
  return { saving, offlineSince };
}
