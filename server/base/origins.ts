import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");
loopback.addSubnet("::ffff:127.0.0.0", 104, "ipv6");

/** True for a host that only this machine reaches. A name other than localhost is never trusted to be one. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === "localhost";
  return loopback.check(host, family === 4 ? "ipv4" : "ipv6");
}

/** True for an http or https origin written as browsers send it: no path, no credentials, no default port. */
export function isOrigin(text: string): boolean {
  return (
    URL.canParse(text) &&
    /^https?:$/.test(new URL(text).protocol) &&
    new URL(text).origin === text.toLowerCase()
  );
}

/** From where this server may be called. */
export type Origins = {
  /** Used in links. */
  origin: string;
  /** Whole origins, compared with the Origin header. */
  allowed: ReadonlySet<string>;
  /** Host and port, compared with the Host header, which a page that rebinds its name cannot forge. */
  hosts: ReadonlySet<string>;
};

/**
 * The origins of a server that listens on `port`: those of APP_ORIGIN, and where it listens on loopback also the
 * spellings of that, so that a person may type localhost.
 */
export function originsOf({
  host,
  port,
  given,
}: {
  host: string;
  port: number;
  given: readonly string[];
}): Origins {
  const own = [host, ...(isLoopback(host) ? ["127.0.0.1", "localhost", "[::1]"] : [])].map(
    (name) => new URL(`http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`).origin,
  );
  const allowed = new Set([...given.map((origin) => origin.toLowerCase()), ...own]);
  return {
    origin: given[0]?.toLowerCase() ?? own[0] ?? "",
    allowed,
    hosts: new Set([...allowed].map((origin) => new URL(origin).host)),
  };
}
