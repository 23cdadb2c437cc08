import { once } from "node:events";
import { WebSocket } from "ws";

/**
 * One socket.io connection over its real wire, without the client library: three hundred of them in a process must
 * cost less than the server that is measured. Engine.io 4 over WebSocket; an event arrives as the bytes it came in.
 */
export class SocketIo {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (reply: unknown) => void>();
  #next = 0;
  /** Receives the bytes of each event: `42["name",payload]`. */
  hear: (frame: Buffer) => void = () => undefined;
  /** Called once the connection is gone. */
  lost: () => void = () => undefined;

  /** Connects with a login. Rejects when the server turns it away or does not answer. */
  static async connect({ port, token }: { port: number; token: string }, via = port): Promise<SocketIo> {
    const headers = { Cookie: `chopin_login=${token}`, Host: `127.0.0.1:${port}` };
    const socket = new WebSocket(`ws://127.0.0.1:${via}/socket.io/?EIO=4&transport=websocket`, {
      headers,
      origin: `http://127.0.0.1:${port}`,
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    const connection = new SocketIo(socket);
    const welcomed = new Promise<void>((resolve, reject) => {
      connection.#answers.set(WELCOME, (why) => (why === null ? resolve() : reject(new Error(String(why)))));
    });
    welcomed.catch(() => undefined);
    socket.on("error", () => undefined);
    await Promise.race([
      once(socket, "open"),
      once(socket, "close").then(() => {
        throw new Error("the connection was refused");
      }),
    ]);
    socket.send("40");
    await welcomed;
    return connection;
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (bytes: Buffer) => this.#take(bytes));
    socket.on("close", () => {
      this.#answered(WELCOME, "the connection closed");
      for (const id of this.#answers.keys()) this.#answered(id, undefined);
      this.lost();
    });
  }

  /** Sends an event and calls `answered` with what the server replies; undefined, when the connection goes before. */
  request(event: string, payload: string, answered: (reply: unknown) => void): void {
    const id = this.#next++;
    this.#answers.set(id, answered);
    this.#socket.send(`42${id}["${event}",${payload}]`);
  }

  /** As `request`; rejects when the connection goes before. */
  async ask(event: string, payload: object): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      this.request(event, JSON.stringify(payload), (reply) =>
        reply === undefined ? reject(new Error("the connection was lost")) : resolve(reply),
      );
    });
  }

  close(): void {
    this.lost = () => undefined;
    this.#socket.close();
  }

  #take(bytes: Buffer): void {
    if (bytes[0] === PING) return this.#socket.send("3");
    if (bytes[0] !== MESSAGE) return;
    if (bytes[1] === EVENT) return this.hear(bytes);
    if (bytes[1] === CONNECTED) return this.#answered(WELCOME, null);
    if (bytes[1] === REFUSED) return this.#answered(WELCOME, bytes.toString());
    if (bytes[1] !== ANSWER) return;
    const text = bytes.toString();
    const begin = text.indexOf("[");
    const [reply] = JSON.parse(text.slice(begin)) as unknown[];
    this.#answered(Number(text.slice(2, begin)), reply);
  }

  #answered(id: number, reply: unknown): void {
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    answer?.(reply);
  }
}

const WELCOME = -1;
/** Engine.io's `2` and `4`, socket.io's `0`, `2`, `3` and `4`, as characters. */
const [CONNECTED, PING, EVENT, ANSWER, MESSAGE, REFUSED] = [0x30, 0x32, 0x32, 0x33, 0x34, 0x34];
