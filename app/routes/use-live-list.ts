import { useEffect } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LISTS } from "../live/lists.ts";

/** What the loader gave, read again from `address` whenever a document changed somewhere. */
export function useLiveList<List extends object>(address: string, loaded: List): List {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: [LISTS, address],
    queryFn: async ({ signal }): Promise<List> => {
      const response = await fetch(address, { signal, headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      return await response.json();
    },
    initialData: loaded,
  });
  // Coming back to the page brings newer data by the loader.
  useEffect(() => {
    queries.setQueryData([LISTS, address], loaded);
  }, [queries, address, loaded]);
  return data;
}
