// Learning from mistakes: the position before each of them, tries to find a better move, and the answer.

import { Asker } from "./asker.js";
import { button, make, refill } from "./elements.js";
import { costWords } from "./mistake_cost.js";
import { playOn } from "./play_on.js";
import { text } from "./texts.js";

export class Practice {
  element = make("div", { class: "stack practice" });
  #app;
  #session;
  #mistakes;
  #end;
  /** Whose cards were shown before: each question shows what its seat knew. */
  #viewer;
  #place = 0;
  /** By action, what it costs: those tried in vain. */
  #tried = new Map();
  #foundAtOnce = 0;

  /**
   * @param mistakes entries of an evaluation, in the order in which they are asked
   * @param end is called where the user has had enough
   */
  constructor(app, mistakes, end) {
    this.#app = app;
    this.#session = app.session;
    this.#mistakes = mistakes;
    this.#end = end;
    this.#viewer = app.session.state.viewer;
  }

  get #mistake() {
    return this.#mistakes[this.#place];
  }

  /** Asks for a better move than the first mistake. */
  begin() {
    return this.#ask(0);
  }

  async #ask(place) {
    this.#place = place;
    this.#tried.clear();
    this.#session.question = this.#mistake;
    this.draw();
    scrollTo(0, 0);
    await this.#show(this.#mistake.seat);
    await this.#session.goto(this.#mistake.ply - 1);
  }

  /** Shows what a seat knows, or a player's own; null: all cards. */
  async #show(seat) {
    if (this.#session.state.viewer !== seat) await new Asker(this.#session).ask({ type: "view", seat });
  }

  #try(one) {
    if (one.mistake) this.#tried.set(one.action, one.mistake);
    else {
      if (this.#tried.size === 0) this.#foundAtOnce += 1;
      this.#session.question = null;
    }
    this.draw();
    this.#session.tell("review");
  }

  #answer() {
    this.#session.question = null;
    this.#tried.set(this.#mistake.action, this.#mistake.mistake);
    this.draw();
    this.#session.tell("review");
  }

  /** Ends the questions, with the cards shown as before. */
  leave() {
    this.#session.question = null;
    const isOwn = this.#viewer !== null && this.#session.state.mode === "play";
    this.#show(isOwn ? "own" : this.#viewer);
  }

  draw() {
    const names = this.#app.names();
    const { seat } = this.#mistake;
    const at = { number: this.#place + 1, count: this.#mistakes.length, name: names[seat] };
    const marks = (action) => this.#app.game.plyMarks(action, names);
    refill(
      this.element,
      make("h3", {}, text("practice.at", at)),
      ...(this.#session.question ? this.#open(marks) : this.#closed(marks)),
    );
  }

  #open(marks) {
    const last = [...this.#tried].at(-1);
    const lastTried = last && this.#mistake.tries.find(({ action }) => action === last[0]);
    return [
      make("p", {}, `${text("practice.question")} `, make("span", { class: "mark-played" }, marks(this.#mistake))),
      make(
        "div",
        { class: "row tries" },
        this.#mistake.tries.map((one) => this.#tryButton(one, marks)),
      ),
      make(
        "p",
        { role: "status" },
        lastTried ? [marks(lastTried), ` ${costWords(last[1])}. ${text("practice.again")}`] : "",
      ),
      make(
        "div",
        { class: "row" },
        this.#small("practice.answer", () => this.#answer()),
        this.#endButton(),
      ),
    ];
  }

  #tryButton(one, marks) {
    const isOut = one.action === this.#mistake.action || this.#tried.has(one.action);
    return button(marks(one), () => this.#try(one), {
      class: "small",
      disabled: isOut,
      dataset: { key: `try-${one.action}` },
    });
  }

  #closed(marks) {
    const { best } = this.#mistake;
    const why = this.#app.game.mistakeWords?.(this.#mistake, this.#session.state);
    const isFound = !this.#tried.has(this.#mistake.action);
    const { room, state } = this.#session;
    const isLast = this.#place + 1 === this.#mistakes.length;
    return [
      make(
        "p",
        { role: "status" },
        make("strong", {}, `${text(isFound ? "practice.found" : "practice.best")} `),
        make("span", { class: "mark-better" }, marks(best)),
        why ? make("span", { class: "why" }, `. ${why}`) : null,
      ),
      isLast ? make("p", {}, text("practice.score", { found: this.#foundAtOnce, count: this.#mistakes.length })) : null,
      make(
        "div",
        { class: "row" },
        isLast
          ? null
          : button(text("practice.next"), () => this.#ask(this.#place + 1), {
              class: "small main",
              dataset: { key: "next" },
            }),
        room || (state.mode === "play" && !state.over) ? null : this.#small("branch", () => playOn(this.#app)),
        this.#endButton(),
      ),
    ];
  }

  #endButton() {
    return this.#small("practice.end", () => this.#end());
  }

  #small(key, onClick) {
    return button(text(key), onClick, { class: "small", dataset: { key } });
  }
}
