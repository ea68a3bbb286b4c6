// Learning from mistakes: the position before each of them, a better move to be found on the table, and the answer.

import { Asker } from "./asker.js";
import { button, make, refill } from "./elements.js";
import { costWords } from "./mistake_cost.js";
import { branchButton } from "./play_on.js";
import { Question } from "./question.js";
import { text } from "./texts.js";

export class PracticeBox {
  element = make("section", { class: "box stack practice", hidden: true });
  #app;
  #session;
  /** @type {any[]} entries of an evaluation, in the order in which they are asked; none while nothing is asked */
  #mistakes = [];
  #place = 0;
  /** @type {Question} */
  #question = /** @type {any} */ (null); // before the first mistake
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
    this.#question = new Question(this.#session, this.#mistake, () => this.#found());
    this.#session.tell("question");
    scrollTo(0, 0);
    await this.#show(this.#mistake.seat);
    await this.#session.goto(this.#mistake.ply - 1);
  }

  #found() {
    if (this.#question.tried.length === 0) this.#foundAtOnce += 1;
  }

  /** Shows what a seat knows, or a player's own; null: all cards. */
  async #show(seat) {
    if (this.#session.state.viewer !== seat) await new Asker(this.#session).ask({ type: "view", seat });
  }

  /** Ends the questions, with the cards shown as before. */
  end() {
    if (!this.isOn) return;
    this.#mistakes = [];
    this.#question.end();
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
    const tried = this.#question.tried.at(-1);
    const words = [`${text("practice.question")} `, make("span", { class: "mark-played" }, this.#marks(this.#mistake))];
    return [
      make("p", { role: "status" }, tried ? [this.#marks(tried), ` ${costWords(tried.mistake)}. `, ...words] : words),
      make(
        "div",
        { class: "row" },
        this.#small("practice.answer", () => this.#question.giveUp()),
        this.#endButton(),
      ),
    ];
  }

  #closed() {
    const { best } = this.#mistake;
    const isLast = this.#place + 1 === this.#mistakes.length;
    const score = { found: this.#foundAtOnce, count: this.#mistakes.length };
    const next = { class: "small main", dataset: { key: "next" } };
    return [
      make(
        "p",
        { role: "status" },
        `${text(this.#question.isGivenUp ? "practice.best" : "practice.found")} `,
        make("span", { class: "mark-better" }, this.#marks(best)),
        isLast ? `. ${text("practice.score", score)}` : null,
      ),
      make(
        "div",
        { class: "row" },
        isLast ? null : button(text("practice.next"), () => this.#ask(this.#place + 1), next),
        this.#session.room ? null : branchButton(this.#app),
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
