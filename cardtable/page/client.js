// The connection to the table: JSON over a WebSocket, as docs/kit/table_protocol.md describes it.

import { Heartbeat } from "./heartbeat.js";
import { has, number, text } from "./texts.js";
import { isKnown, keepKey, key, pass } from "./visit.js";

/** Of a message, as UTF-8; the server closes the connection at a longer one. */
export const MOST_BYTES = 1_000_000;

// A connection that is lost is sought again: soon, then more rarely, and for as long as the table waits for its page.
const [FIRST_REST, LONGEST_REST, PATIENCE] = [500, 8_000, 600_000]; // milliseconds
const HOPELESS = [4008, 4010, 4011, 4012]; // codes of connections that are not to be sought again
/** In place of a code: the server does not know the page's token, or no more. */
export const UNKNOWN = "unknown";

/** Values as the language writes them. */
const written = (values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? number(value) : value]),
  );

/** An answer of type "error": `code` and `field` say what was wrong, the message is for people, in their language. */
export class Refusal extends Error {
  /** @param {{ code: string, text: string, field: string | null, reason?: string | null, words?: object }} told */
  constructor({ code, text: words, field, reason = null, words: values = {} }) {
    super(reason && has(`error.${reason}`) ? text(`error.${reason}`, written(values)) : words);
    this.code = code;
    this.field = field;
  }
}

const tooLarge = (size) =>
  new Refusal({
    code: "too_large",
    text: text("too_large", { size: number(size), most: number(MOST_BYTES) }),
    field: null,
  });

const away = () => new Refusal({ code: "closed", text: text("closed.away"), field: null });

export class Client {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | null} since when there is no connection */
  #lost = null;
  #rest = FIRST_REST;
  #wasThere = false;
  #pending = new Map();
  #listeners = new Map();
  #last = 0;
  #heartbeat = new Heartbeat(
    () => this.send({ type: "ping" }),
    (isWaiting) => this.#tell({ type: "waiting", isWaiting }),
  );

  /**
   * Calls the listener with each message of a type; "closed" tells that there is no connection, and what is done,
   * "waiting" that the server is silent, or is so no more.
   */
  on(type, listener) {
    if (!this.#listeners.has(type)) this.#listeners.set(type, new Set());
    this.#listeners.get(type).add(listener);
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const table = key();
    const asked = new URLSearchParams(pass());
    if (table) asked.set("table", table);
    const socket = new WebSocket(`${scheme}//${location.host}/socket?${asked}`);
    let isOpen = false;
    this.#socket = socket;
    socket.addEventListener("open", () => (isOpen = true));
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", async (event) => {
      this.#heartbeat.stop();
      for (const { reject } of this.#pending.values()) reject(away());
      this.#pending.clear();
      const isUnknown = !isOpen && (await isKnown(pass())) === false;
      const [code, retries] = isUnknown ? [UNKNOWN, false] : [event.code, this.#seekAgain(event.code)];
      this.#tell({ type: "closed", code, retries });
    });
  }

  /** Connects again after a rest; returns false if that is hopeless. */
  #seekAgain(code) {
    this.#lost ??= Date.now();
    if (!this.#wasThere || HOPELESS.includes(code) || Date.now() - this.#lost > PATIENCE) return false;
    setTimeout(() => this.connect(), this.#rest);
    this.#rest = Math.min(2 * this.#rest, LONGEST_REST);
    return true;
  }

  #welcomed({ table }) {
    keepKey(table);
    this.#wasThere = true;
    this.#lost = null;
    this.#rest = FIRST_REST;
  }

  /**
   * Sends a message and gives its number; throws a `Refusal` if it is too large.
   * @param {import("/messages").Page} message
   */
  send(message) {
    this.#last += 1;
    const words = JSON.stringify({ ...message, id: this.#last });
    const size = new TextEncoder().encode(words).length;
    if (size > MOST_BYTES) throw tooLarge(size);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(words);
    return this.#last;
  }

  /** The first answer to the message of a number; fails with a `Refusal`. */
  answer(id) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(away());
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  /** Sends a message and gives its first answer. */
  /** @param {import("/messages").Page} message */
  ask(message) {
    return this.answer(this.send(message));
  }

  #receive(message) {
    this.#heartbeat.heard();
    if (message.type === "welcome") this.#welcomed(message);
    const waiting = this.#pending.get(message.answers);
    this.#pending.delete(message.answers);
    this.#tell(message);
    if (!waiting || message.reason === "overtaken") return; // the page itself has asked for something else since
    if (message.type === "error") waiting.reject(new Refusal(message));
    else waiting.resolve(message);
  }

  #tell(message) {
    for (const listener of this.#listeners.get(message.type) ?? []) listener(message);
  }
}
