// The plies of the game, one line for each part of it that the game's module tells apart.

import { make, refill } from "./elements.js";
import { isBlunder } from "./mistake_cost.js";
import { text } from "./texts.js";

export class LogBox {
  #app;
  #session;
  #list = make("ol", { class: "log" });

  constructor(app) {
    this.#app = app;
    this.#session = app.session;
    this.element = make(
      "section",
      { class: "box log-box", "aria-labelledby": "log-title" },
      make("h2", { id: "log-title" }, text("log")),
      this.#list,
    );
  }

  onState() {
    this.#draw();
    const now = this.#list.querySelector("[aria-current]");
    if (now) this.#list.scrollTop = now.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2;
  }

  onReview() {
    this.#draw();
  }

  #draw() {
    /** @type {import("/messages").ServerEntry[][]} */
    const lines = [];
    for (const entry of this.#session.log) {
      if (lines.length === 0 || this.#app.game.opensLine(entry)) lines.push([]);
      lines[lines.length - 1].push(entry);
    }
    const names = this.#app.names();
    refill(
      this.#list,
      lines.map((entries, at) =>
        make(
          "li",
          { class: "log-line" },
          make("span", { class: "number" }, `${at + 1}.`),
          entries.map((entry) => [this.#ply(entry, names), this.#notes(entry, names)]),
        ),
      ),
      lines.length === 0 ? make("li", { class: "note" }, text("log.empty")) : null,
    );
  }

  #ply(entry, names) {
    const mistake = this.#session.reviewed(entry.ply)?.mistake;
    const words = entry.events
      .map((event) => this.#app.game.eventWords(event, names))
      .filter(Boolean)
      .join(". ");
    return make(
      "button",
      {
        type: "button",
        class: `ply${mistake ? (isBlunder(mistake) ? " blunder" : " mistake") : ""}`,
        "aria-current": entry.ply === this.#session.state.ply ? "step" : null,
        "aria-label": [words || `${names[entry.seat]}: ${entry.text}`, mistake ? text("review.mistake_short") : ""]
          .filter(Boolean)
          .join(". "),
        title: names[entry.seat],
        dataset: { key: `ply-${entry.ply}` },
        on: { click: () => this.#session.goto(entry.ply) },
      },
      this.#app.game.plyMarks(entry, names),
    );
  }

  /** What a ply has brought by itself, if the game tells of it. */
  #notes(entry, names) {
    const notes = this.#app.game.plyNotes?.(entry, names) ?? [];
    return notes.map((words) => make("span", { class: "ply-note" }, words));
  }
}
