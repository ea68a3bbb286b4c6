// The end of a game: who has won, how the games have gone so far, and what to do next.

import { note } from "./announcer.js";
import { button, make, refresh } from "./elements.js";
import { ownSeat } from "./seats.js";
import { text } from "./texts.js";

export class ResultBox {
  element = make("div", { class: "result", role: "group", hidden: true });
  #app;
  #review;

  /** @param review the box that evaluates the game; undefined where no agent can. */
  constructor(app, review) {
    this.#app = app;
    this.#review = review;
    this.element.setAttribute("aria-label", text("result"));
  }

  onState() {
    const { session, game } = this.#app;
    const { state } = session;
    const isOver = Boolean(state.returns) && state.mode === "play";
    this.element.hidden = !isOver;
    if (!isOver) return;
    const names = this.#app.names();
    const own = state.returns[ownSeat(names)] ?? null;
    this.element.classList.toggle("won", own !== null && own > 0);
    this.element.classList.toggle("lost", own !== null && own < 0);
    refresh(
      this.element,
      make("strong", {}, game.status(state, names)),
      make("span", { class: "note" }, session.tally.words(names)),
      make("div", { class: "row" }, this.#buttons()),
    );
  }

  onReview() {
    this.onState();
  }

  #buttons() {
    const { room, review, state } = this.#app.session;
    const place = this.#app.placeOf(state);
    const isEvaluated = !review.done || review.entries.size > 0;
    const small = (key) => ({ class: "small", dataset: { key } });
    return [
      this.#review && !isEvaluated ? button(text("review.start"), () => this.#review.begin(), small("mistakes")) : null,
      room ? null : button(text("again.other"), () => this.#app.go(`#${place}/new`), small("another")),
      room || place === "watch"
        ? null
        : make("a", { class: "button small", href: "#play/friends" }, text("start.friends")),
      this.#mayBegin
        ? button(text("again.next"), () => this.#again(), { class: "main", dataset: { key: "once-more" } })
        : null,
    ];
  }

  /** In a room the host begins the next game. */
  get #mayBegin() {
    const { room } = this.#app.session;
    return !room || room.host;
  }

  async #again() {
    const { room } = this.#app.session;
    try {
      if (room) await this.#app.session.ask({ type: "again" });
      else await this.#app.start({ type: "again", swap: false });
    } catch (refusal) {
      note(refusal.message);
    }
  }
}
