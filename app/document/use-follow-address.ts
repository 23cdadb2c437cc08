import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";

/** When the document is renamed while it is open, the address follows, without a step back in the history. */
export function useFollowAddress(path: string): void {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  // Only a new path moves the page: leaving it by a link must not lead back.
  const follow = useEffectEvent((path: string) => {
    if (decoded(pathname) !== decoded(path))
      void navigate(path + hash, { replace: true, preventScrollReset: true });
  });
  useEffect(() => follow(path), [path]);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
