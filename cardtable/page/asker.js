// Asks the server for what a person wants; a refusal is told in the server's words.

import { note } from "./announcer.js";

export class Asker {
  #session;
  #isActing = false;

  constructor(session) {
    this.#session = session;
  }

  /** @param {import("/messages").Page} message */
  async ask(message) {
    try {
      await this.#session.ask(message);
    } catch (refusal) {
      note(refusal.message);
    }
  }

  /** Acts once; further clicks wait for the answer. */
  async act(action) {
    if (this.#isActing) return;
    this.#isActing = true;
    const { ply, revision } = this.#session.state;
    await this.ask({ type: "act", action, ply, revision });
    this.#isActing = false;
  }
}
