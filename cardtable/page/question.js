// A question about the position shown: its actions are tried on the table until one is right, or the answer is asked for.

export class Question {
  /** @type {any[]} actions tried in vain */
  tried = [];
  isGivenUp = false;
  #session;
  #entry;
  #onFound;

  /** Asks as soon as the table is drawn. The entry has `tries`: actions with their costs; the one played is no answer. */
  constructor(session, entry, onFound) {
    this.#session = session;
    this.#entry = entry;
    this.#onFound = onFound;
    this.#ask();
  }

  /** Lets the table offer what has not been tried. */
  #ask() {
    const { action: played, tries } = this.#entry;
    const open = tries.filter((one) => one.action !== played && !this.tried.includes(one));
    this.#session.question = { ...this.#entry, open, answer: (action) => this.#try(action) };
  }

  #try(action) {
    const tried = this.#entry.tries.find((one) => one.action === action);
    if (tried.mistake) {
      this.tried.push(tried);
      this.#ask();
      this.#session.tell("question");
      return;
    }
    this.#onFound();
    this.end();
  }

  giveUp() {
    this.isGivenUp = true;
    this.end();
  }

  /** Asks no more. */
  end() {
    this.#session.question = null;
    this.#session.tell("question");
  }
}
