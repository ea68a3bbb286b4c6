// The games of the opened records.

import { agentName } from "./agent_name.js";
import { note } from "./announcer.js";
import { make, refill } from "./elements.js";
import { text } from "./texts.js";

export class GamesBox {
  #session;
  #list = make("ul", { class: "log games" });
  #note = make("p", { class: "note" });

  constructor(app) {
    this.#session = app.session;
    this.element = make(
      "section",
      { class: "box", "aria-labelledby": "games-title" },
      make("h2", { id: "games-title" }, text("games")),
      this.#note,
      this.#list,
    );
    this.onGames();
  }

  onGames() {
    const { games } = this.#session;
    const isShown = games !== null && games.games.length > 1;
    this.element.classList.toggle("hidden", !isShown);
    if (!isShown) return;
    const total = games.total ?? games.games.length;
    this.#note.textContent =
      total > games.games.length
        ? text("games.some", { shown: games.games.length, total })
        : games.name === "pasted"
          ? text("games.pasted")
          : games.name;
    refill(
      this.#list,
      games.games.map(({ number, players, plies }) =>
        make(
          "li",
          {},
          make(
            "button",
            {
              type: "button",
              class: "ply",
              "aria-current": number === games.selected ? "step" : null,
              dataset: { key: `game-${number}` },
              on: { click: () => this.#open(number) },
            },
            text("games.line", { number, players: players.map(agentName).join(" – "), count: plies }),
          ),
        ),
      ),
    );
  }

  async #open(number) {
    try {
      await this.#session.openGame(number);
    } catch (refusal) {
      note(refusal.message);
    }
  }
}
