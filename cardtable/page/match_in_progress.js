// The match that the server plays for this page, whatever screen is shown. One that a lost connection has ended is
// asked for again, with the same seed.

import { note } from "./announcer.js";

export class MatchInProgress {
  #client;
  /** @type {number | null} */
  #asked = null;
  /** @type {any} what was asked for last */
  #message = null;
  /** @type {any} what is to be asked for again */
  #lost = null;
  #watcher = () => {};

  /** @type {import("/messages").ServerMatch | null} the last message about it; null before the first */
  result = null;

  constructor(client) {
    this.#client = client;
    client.on("match", (match) => this.#onResult(match));
    client.on("analysis_stopped", ({ answers }) => answers === this.#asked && this.#end());
    client.on("closed", () => this.#onClosed());
    client.on("welcome", () => this.#onBack());
  }

  /** Calls the watcher, the only one, after each change. */
  set watcher(watcher) {
    this.#watcher = watcher;
  }

  get isRunning() {
    return this.#asked !== null;
  }

  async start(message) {
    this.result = null;
    this.#message = message;
    this.#lost = null;
    const asked = this.#client.send({ type: "match", ...message });
    this.#asked = asked;
    this.#watcher();
    try {
      await this.#client.answer(asked);
    } catch (refusal) {
      if (this.#asked === asked) this.#end();
      throw refusal;
    }
  }

  stop() {
    this.#client.send({ type: "stop", what: "match" });
    this.#end();
  }

  #onResult(match) {
    if (match.answers !== this.#asked) return;
    this.result = match;
    if (match.done) this.#asked = null;
    this.#watcher();
  }

  #onClosed() {
    if (this.isRunning) this.#lost = { ...this.#message, seed: this.result?.seed ?? this.#message.seed };
    this.#end();
  }

  #onBack() {
    if (this.#lost) this.start(this.#lost).catch((refusal) => note(refusal.message));
  }

  #end() {
    this.#asked = null;
    this.#watcher();
  }
}
