import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Origins } from "../base/origins.ts";

/** Who may speak to this server, and what its pages may do in a browser. */

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** True where the Host header names this server; a page that rebinds its name to this machine is refused so. */
export function isAllowedHost(host: string | undefined, { hosts }: Origins): boolean {
  return host !== undefined && hosts.has(host.toLowerCase());
}

/** True where the Origin header names this server. A missing one and `null` are refused: browsers always send it. */
export function isAllowedOrigin(origin: string | undefined, { allowed }: Origins): boolean {
  return origin !== undefined && allowed.has(origin.toLowerCase());
}

/**
 * Why a request is refused before anything looks at it, or null: a foreign Host, or a change asked for by a
 * page of another origin.
 */
export function refusalOf(
  request: Pick<IncomingMessage, "method" | "headers">,
  origins: Origins,
): { status: number; text: string } | null {
  if (!isAllowedHost(request.headers.host, origins)) {
    return { status: 421, text: "This server does not answer to that host name." };
  }
  if (SAFE_METHODS.has(request.method ?? "GET")) return null;
  if (isAllowedOrigin(request.headers.origin, origins)) return null;
  return { status: 403, text: "Changes are accepted only from this server's own pages." };
}

/** A fresh nonce for one response: 128 random bits. */
export function createNonce(): string {
  return randomBytes(16).toString("base64");
}

/**
 * Headers of every response. Scripts run by nonce only; style attributes are allowed because maths and diagrams
 * need them. In development Vite adds style elements of its own.
 */
export function securityHeaders(options: { nonce: string; development: boolean; https: boolean }) {
  const nonce = `'nonce-${options.nonce}'`;
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${nonce}`,
    options.development ? "style-src-elem 'self' 'unsafe-inline'" : `style-src-elem 'self' ${nonce}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    // 'self' covers ws: and wss: of the same host in every current browser.
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ...(options.https ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}
