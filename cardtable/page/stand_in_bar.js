// Tells a person whose time is up that an agent plays in that seat, and how to play again.

import { Asker } from "./asker.js";
import { button, make, refresh } from "./elements.js";
import { text } from "./texts.js";

export class StandInBar {
  element = make("div", { class: "stand-in", role: "status" });
  #session;
  #asker;
  /** Whether the person wants to play again as soon as the move is made whose time is up. */
  #comesBack = false;

  constructor(app) {
    this.#session = app.session;
    this.#asker = new Asker(app.session);
  }

  onRoom() {
    this.#comesBack &&= this.#isPlayedFor;
    refresh(this.element, this.#isPlayedFor && this.#parts());
  }

  onState() {
    if (this.#comesBack) this.#comeBack();
  }

  get #isPlayedFor() {
    const { begun, ended, places, you } = this.#session.room;
    return you !== null && begun && !ended && places[you].agent !== null;
  }

  #parts() {
    if (this.#session.room.limit.clock === "game") return make("span", {}, text("room.played_for_to_end"));
    return [
      make("span", {}, text("room.played_for")),
      button(text("room.back"), () => this.#comeBack(), { class: "small main", dataset: { key: "back" } }),
    ];
  }

  #comeBack() {
    const { room, state } = this.#session;
    this.#comesBack = state.to_move === room.you;
    if (!this.#comesBack) this.#asker.ask({ type: "back" });
  }
}
