// Learning from mistakes: the position before each of them, a better move to be found on the table, and the answer.

import { Asker } from "./asker.js";
import { button, make, refill } from "./elements.js";
import { costWords } from "./mistake_cost.js";
import { playOn } from "./play_on.js";
import { text } from "./texts.js";

export class PracticeBox {
  element = make("section", { class: "box stack practice", hidden: true });
  #app;
  #session;
  /** @type {any[]} entries of an evaluation, in the order in which they are asked; none while nothing is asked */
  #mistakes = [];
  #place = 0;
  /** @type {any[]} actions tried in vain, the answer included where it was asked for */
  #tried = [];
  #foundAtOnce = 0;
  /** Whose cards were shown before: each question shows what its seat knew. */
  #viewer = null;

  constructor(app) {
    this.#app = app;
    this.#session = app.session;
    this.element.setAttribute("aria-label", text("practice"));
  }

  get isOn() {
    return this.#mistakes.length > 0;
  }

  get #mistake() {
    return this.#mistakes[this.#place];
  }

  /** Asks for a better move than the first of some mistakes. */
  begin(mistakes) {
    this.#mistakes = mistakes;
    this.#foundAtOnce = 0;
    this.#viewer = this.#session.state.viewer;
    return this.#ask(0);
  }

  async #ask(place) {
    this.#place = place;
    this.#tried = [];
    this.#put();
    scrollTo(0, 0);
    await this.#show(this.#mistake.seat);
    await this.#session.goto(this.#mistake.ply - 1);
  }

  /** Lets the table offer what has not been tried. */
  #put() {
    const { action: played, tries } = this.#mistake;
    const open = tries.filter((one) => one.action !== played && !this.#tried.includes(one));
    this.#tell({ ...this.#mistake, open, answer: (action) => this.#try(action) });
  }

  #tell(question) {
    this.#session.question = question;
    this.#session.tell("question");
  }

  #try(action) {
    const tried = this.#mistake.tries.find((one) => one.action === action);
    if (tried.mistake) {
      this.#tried.push(tried);
      this.#put();
      return;
    }
    if (this.#tried.length === 0) this.#foundAtOnce += 1;
    this.#tell(null);
  }

  #answer() {
    this.#tried.push(this.#mistake);
    this.#tell(null);
  }

  /** Shows what a seat knows, or a player's own; null: all cards. */
  async #show(seat) {
    if (this.#session.state.viewer !== seat) await new Asker(this.#session).ask({ type: "view", seat });
  }

  /** Ends the questions, with the cards shown as before. */
  end() {
    if (!this.isOn) return;
    this.#mistakes = [];
    this.#tell(null);
    const isOwn = this.#viewer !== null && this.#session.state.mode === "play";
    this.#show(isOwn ? "own" : this.#viewer);
  }

  leave() {
    this.end();
  }

  onState() {
    if (this.#session.review.entries.size === 0) this.end(); // another game
    this.element.hidden = !this.isOn;
    if (!this.isOn) return;
    const at = { number: this.#place + 1, count: this.#mistakes.length };
    refill(
      this.element,
      make("strong", {}, text("practice.at", at)),
      ...(this.#session.question ? this.#open() : this.#closed()),
    );
  }

  #marks(action) {
    return this.#app.game.plyMarks(action, this.#app.names());
  }

  #open() {
    const tried = this.#tried.at(-1);
    const words = [`${text("practice.question")} `, make("span", { class: "mark-played" }, this.#marks(this.#mistake))];
    return [
      make("p", { role: "status" }, tried ? [this.#marks(tried), ` ${costWords(tried.mistake)}. `, ...words] : words),
      make(
        "div",
        { class: "row" },
        this.#small("practice.answer", () => this.#answer()),
        this.#endButton(),
      ),
    ];
  }

  #closed() {
    const { best } = this.#mistake;
    const isFound = !this.#tried.includes(this.#mistake);
    const isLast = this.#place + 1 === this.#mistakes.length;
    const score = { found: this.#foundAtOnce, count: this.#mistakes.length };
    const next = { class: "small main", dataset: { key: "next" } };
    return [
      make(
        "p",
        { role: "status" },
        `${text(isFound ? "practice.found" : "practice.best")} `,
        make("span", { class: "mark-better" }, this.#marks(best)),
        isLast ? `. ${text("practice.score", score)}` : null,
      ),
      make(
        "div",
        { class: "row" },
        isLast ? null : button(text("practice.next"), () => this.#ask(this.#place + 1), next),
        this.#session.room ? null : this.#small("branch", () => playOn(this.#app)),
        this.#endButton(),
      ),
    ];
  }

  #endButton() {
    return this.#small("practice.end", () => this.end());
  }

  #small(key, onClick) {
    return button(text(key), onClick, { class: "small", dataset: { key } });
  }
}
