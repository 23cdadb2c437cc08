const longest = 4096;

/** True for a path inside a repository: relative, forward slashes, no empty, `.` or `..` part, no NUL. */
export function isTreePath(path: string): boolean {
  return (
    path !== "" &&
    path.length <= longest &&
    path.isWellFormed() &&
    !path.includes("\0") &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
  );
}

/** A prefix without its closing slash; the empty one means the root. Null when it is no path. */
export function cleanPrefix(prefix: string): string | null {
  const path = prefix.length > 1 && prefix.endsWith("/") ? prefix.slice(0, -1) : prefix;
  return path === "" || isTreePath(path) ? path : null;
}
