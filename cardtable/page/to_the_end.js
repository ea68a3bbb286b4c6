// The way to the end of a game that goes on without its person: agents play the rest at once.

import { Asker } from "./asker.js";
import { button } from "./elements.js";
import { text } from "./texts.js";

export class ToTheEnd {
  #app;
  #asker;
  /** @type {number | null} the seconds between plies to go back to */
  #pace = null;

  constructor(app) {
    this.#app = app;
    this.#asker = new Asker(app.session);
  }

  /** Whether the one person of the table plays no more in a game that goes on. */
  get #isOut() {
    const { game, session } = this.#app;
    const { state } = session;
    const seats = state.players.flatMap(({ kind, seat }) => (kind === "human" ? [seat] : []));
    const goesOn = state.mode === "play" && !state.over && !session.room;
    return goesOn && seats.length === 1 && game.isOut?.(state, seats[0]);
  }

  /** The button, where it helps. */
  button() {
    if (this.#pace !== null || !this.#isOut) return null;
    return button(text("status.to_the_end"), () => this.#hurry(), {
      class: "small main",
      dataset: { key: "to-the-end" },
    });
  }

  #hurry() {
    this.#pace = this.#app.session.state.pace;
    this.#asker.ask({ type: "pace", seconds: 0 });
  }

  onState() {
    if (!this.#isOut) this.leave(); // it is over, or plies were taken back
  }

  leave() {
    if (this.#pace === null) return;
    this.#asker.ask({ type: "pace", seconds: this.#pace });
    this.#pace = null;
  }
}
