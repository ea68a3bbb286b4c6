// Tells a person whose time is up that an agent plays in that seat, and how to play again.

import { Asker } from "./asker.js";
import { button, make, refresh } from "./elements.js";
import { text } from "./texts.js";

export class StandInBar {
  element = make("div", { class: "stand-in", role: "status" });
  #session;
  #asker;

  constructor(app) {
    this.#session = app.session;
    this.#asker = new Asker(app.session);
  }

  onRoom() {
    const { begun, ended, limit, places, you } = this.#session.room;
    const isPlayedFor = you !== null && begun && !ended && places[you].agent !== null;
    const isForGood = limit.clock === "game";
    refresh(
      this.element,
      isPlayedFor && [
        make("span", {}, text(isForGood ? "room.played_for_to_end" : "room.played_for")),
        isForGood
          ? null
          : button(text("room.back"), () => this.#asker.ask({ type: "back" }), {
              class: "small main",
              dataset: { key: "back" },
            }),
      ],
    );
  }
}
