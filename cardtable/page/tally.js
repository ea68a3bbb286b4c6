// How many of the games at this table each player has won, counted by the page while it is open.

import { text } from "./texts.js";

export class Tally {
  /** By game, in their order: the seats that have won, and the players' names by the seats. */
  #games = [];
  #players = "";

  /** Notes what a new state says, after the one before. */
  note(state, before) {
    if (state.mode !== "play") return;
    const players = state.players
      .map(({ name }) => name)
      .toSorted()
      .join();
    if (players !== this.#players) [this.#games, this.#players] = [[], players]; // others have sat down
    if (state.returns && !before?.returns) this.#games.push(winners(state.returns));
    else if (!state.returns && before?.returns && state.plies > 0) this.#games.pop(); // its end is taken back
  }

  /** The games so far in words; empty before the second. */
  words(names) {
    if (this.#games.length < 2) return "";
    const won = names.map((name, seat) => `${name} ${this.#games.filter((seats) => seats.includes(seat)).length}`);
    return text("result.tally", { count: this.#games.length, names: won.join(", ") });
  }
}

function winners(returns) {
  const most = Math.max(...returns);
  return most === Math.min(...returns) ? [] : returns.flatMap((one, seat) => (one === most ? [seat] : []));
}
