import { QueryClient } from "@tanstack/query-core";
import type { Connection } from "./connection.ts";

/** First part of the key of every list of documents. */
export const LISTS = "lists";

/** The tab's cache of what pages have loaded and the socket keeps fresh. Nothing goes stale by time alone. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: 1, refetchOnWindowFocus: false },
    },
  });
}

/** Asks for the lists on screen again when the server says so, and after the connection was away. Ends with the call. */
export function followLists(connection: Connection, queries: QueryClient): () => void {
  const refresh = () => void queries.invalidateQueries({ queryKey: [LISTS] });
  let last = connection.getSnapshot();
  const unfollow = connection.on("documents:changed", refresh);
  const unsubscribe = connection.subscribe(() => {
    const status = connection.getSnapshot();
    if (status === "online" && last === "offline") refresh();
    last = status;
  });
  return () => {
    unfollow();
    unsubscribe();
  };
}
