import { createHash } from "node:crypto";
import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

export type Faults = {
  /**
   * What becomes of a request for WebSocket: passed on; refused, as by a proxy that knows no Upgrade; or taken, with
   * nothing passed on ever after.
   */
  upgrade: "pass" | "refuse" | "swallow";
  /** Milliseconds everything takes longer, either way. */
  delay: number;
  /** Milliseconds for which what the server says is gathered before it is passed on in one piece. */
  buffer: number;
};

type Line = { down: Socket; up: Socket | null };

const WEBSOCKET_MARK = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/**
 * A proxy before a server, with the faults that real ones have. The first request of a connection decides what the
 * connection is; what it carries afterwards is passed on byte by byte.
 */
export class FaultyProxy {
  readonly faults: Faults = { upgrade: "pass", delay: 0, buffer: 0 };
  /** Connections that were opened to it. */
  opened = 0;
  readonly #server: Server;
  readonly #lines = new Set<Line>();
  #target: { host: string; port: number };
  #silent = false;

  private constructor(target: { host: string; port: number }) {
    this.#target = target;
    this.#server = createServer({ allowHalfOpen: true }, (down) => this.#take(down));
  }

  /** Begins to listen on loopback; the server it leads to may be named later. */
  static async listen(target = { host: "127.0.0.1", port: 0 }): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  leadTo(port: number): void {
    this.#target = { ...this.#target, port };
  }

  /** From now on nothing arrives in either direction, and nobody is told: neither an end, nor a new connection. */
  silence(): void {
    this.#silent = true;
    for (const { down, up } of this.#lines) {
      down.pause();
      up?.pause();
    }
  }

  /** What was held back arrives after all. */
  speak(): void {
    this.#silent = false;
    for (const line of this.#lines) {
      if (!line.up && !line.down.destroyed) this.#begin(line);
      line.down.resume();
      line.up?.resume();
    }
  }

  /** Ends every connection with a reset, as a changed address does. */
  cut(): void {
    for (const { down, up } of this.#lines) {
      down.resetAndDestroy();
      up?.resetAndDestroy();
    }
    this.#lines.clear();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(down: Socket): void {
    this.opened++;
    const line: Line = { down, up: null };
    this.#lines.add(line);
    down.on("error", () => undefined);
    down.on("close", () => {
      this.#lines.delete(line);
      line.up?.destroy();
    });
    if (!this.#silent) this.#begin(line);
  }

  #begin(line: Line): void {
    line.down.once("data", (first: Buffer) => {
      const head = first.toString("latin1");
      const isUpgrade = /^upgrade: *websocket\r?$/im.test(head);
      if (isUpgrade && this.faults.upgrade === "refuse")
        return void line.down.end(
          "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        );
      if (isUpgrade && this.faults.upgrade === "swallow") return this.#swallow(line.down, head);
      this.#passOn(line, first);
    });
  }

  #swallow(down: Socket, head: string): void {
    const asked = /^sec-websocket-key: *(\S+)/im.exec(head)?.[1] ?? "";
    const accept = createHash("sha1")
      .update(asked + WEBSOCKET_MARK)
      .digest("base64");
    down.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    down.resume();
    down.on("end", () => down.end());
  }

  #passOn(line: Line, first: Buffer): void {
    const up = connect({ ...this.#target, allowHalfOpen: true });
    line.up = up;
    up.on("error", () => line.down.destroy());
    up.on("close", () => line.down.destroy());
    const upwards = this.#late(up, () => 0);
    upwards.carry(first);
    line.down.on("data", upwards.carry);
    line.down.on("end", upwards.end);
    const downwards = this.#late(line.down, () => this.faults.buffer);
    up.on("data", downwards.carry);
    up.on("end", downwards.end);
    if (this.#silent) up.pause();
  }

  /** Carries pieces in their order to `to`, later by what the faults say at the time. */
  #late(to: Socket, gathering: () => number): { carry(piece: Buffer): void; end(): void } {
    let waiting: Buffer[] = [];
    let flushing = false;
    let last = 0;
    const after = (work: () => void) => {
      const due = Math.max(last, Date.now() + this.faults.delay);
      last = due;
      if (due <= Date.now()) work();
      else setTimeout(work, due - Date.now());
    };
    const flush = () => {
      flushing = false;
      const gathered = Buffer.concat(waiting);
      waiting = [];
      after(() => void (to.writable && to.write(gathered)));
    };
    return {
      carry: (piece) => {
        waiting.push(piece);
        if (flushing) return;
        flushing = true;
        if (gathering() > 0) setTimeout(flush, gathering());
        else flush();
      },
      end: () => {
        if (flushing) flush();
        after(() => void to.end());
      },
    };
  }
}
