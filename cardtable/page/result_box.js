// The end of a game: who has won, how the games have gone so far, and what to do next.

import { note } from "./announcer.js";
import { Asker } from "./asker.js";
import { button, make, refresh } from "./elements.js";
import { readyButtons } from "./readiness.js";
import { saveScores } from "./scores.js";
import { ownSeat } from "./seats.js";
import { tallyWords } from "./tally.js";
import { text } from "./texts.js";

export class ResultBox {
  element = make("div", { class: "result", role: "group", hidden: true });
  #app;
  #review;
  #asker;

  /** @param review the box that evaluates the game; undefined where no agent can. */
  constructor(app, review) {
    this.#app = app;
    this.#review = review;
    this.#asker = new Asker(app.session);
    this.element.setAttribute("aria-label", text("result"));
  }

  onState() {
    const { session, game } = this.#app;
    const { state } = session;
    const isOver = state.mode === "play" && state.over && !session.isLookingBack;
    this.element.hidden = !isOver;
    if (!isOver) return;
    const names = this.#app.names();
    const own = state.returns?.[ownSeat(names)] ?? null;
    this.element.classList.toggle("won", own !== null && own > 0);
    this.element.classList.toggle("lost", own !== null && own < 0);
    refresh(
      this.element,
      make("strong", {}, forfeitWords(session.room, names) || game.status(state, names)),
      make("span", { class: "note" }, tallyWords(session.score, this.#app.scoreNames(), game)),
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
      button(text("result.save"), () => saveScores(this.#app.session), small("scores")),
      ...(room ? [readyButtons(this.#app.session, this.#asker)] : this.#waysAlone(place, small)),
    ];
  }

  #waysAlone(place, small) {
    return [
      button(text("again.other"), () => this.#app.go(`#${place}/new`), small("another")),
      place === "watch" ? null : make("a", { class: "button small", href: "#play/friends" }, text("start.friends")),
      button(text("again.next"), () => this.#again(), { class: "main", dataset: { key: "once-more" } }),
    ];
  }

  async #again() {
    try {
      await this.#app.start({ type: "again", swap: false });
    } catch (refusal) {
      note(refusal.message);
    }
  }
}

/** Who has ended the game by staying away, or as time was up; empty if nobody has. */
export const forfeitWords = (room, names) =>
  room === null || room.forfeit === null ? "" : text("room.forfeit", { name: names[room.forfeit] });
