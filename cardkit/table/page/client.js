// The connection to the table: JSON over a WebSocket, as docs/table.md describes it.

const TOKEN = "table-token";

/** An answer of type "error": `code` and `field` say what was wrong, the message is for people. */
export class Refusal extends Error {
  constructor({ code, text, field }) {
    super(text);
    this.code = code;
    this.field = field;
  }
}

/** The token of the address, else the one of an earlier visit; the address is left without it. */
function token() {
  const address = new URL(location.href);
  const given = address.searchParams.get("token");
  try {
    if (given) localStorage.setItem(TOKEN, given);
    return given ?? localStorage.getItem(TOKEN) ?? "";
  } catch {
    return given ?? "";
  }
}

export class Client {
  #socket = null;
  #pending = new Map();
  #listeners = new Map();
  #last = 0;

  /** Calls the listener with each message of a type; "open" and "closed" tell of the connection. */
  on(type, listener) {
    if (!this.#listeners.has(type)) this.#listeners.set(type, new Set());
    this.#listeners.get(type).add(listener);
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/socket?token=${encodeURIComponent(token())}`);
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      for (const { reject } of this.#pending.values())
        reject(new Refusal({ code: "closed", text: event.reason, field: null }));
      this.#pending.clear();
      this.#tell({ type: "closed", code: event.code });
    });
  }

  /** Sends a message and gives its number. */
  send(message) {
    this.#last += 1;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ ...message, id: this.#last }));
    return this.#last;
  }

  /** The first answer to the message of a number; fails with a `Refusal`. */
  answer(id) {
    if (this.#socket?.readyState !== WebSocket.OPEN)
      return Promise.reject(new Refusal({ code: "closed", text: "", field: null }));
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  /** Sends a message and gives its first answer. */
  ask(message) {
    return this.answer(this.send(message));
  }

  #receive(message) {
    const waiting = this.#pending.get(message.answers);
    this.#pending.delete(message.answers);
    this.#tell(message);
    if (!waiting) return;
    if (message.type === "error") waiting.reject(new Refusal(message));
    else waiting.resolve(message);
  }

  #tell(message) {
    for (const listener of this.#listeners.get(message.type) ?? []) listener(message);
  }
}
