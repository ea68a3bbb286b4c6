// How many of the games at this table each player has won, counted by the page while it is open.

import { text } from "./texts.js";

export class Tally {
  /** By game, in their order, the players that have won. */
  #games = [];
  /** By seat, who sits there now. */
  #players = [];

  /** Notes what a new state says, after the one before. */
  note(state, before) {
    if (state.mode !== "play") return;
    const players = playersOf(state);
    if (String(players.toSorted()) !== String(this.#players.toSorted())) this.#games = []; // others have sat down
    this.#players = players; // seats may have been swapped
    if (state.returns && !before?.returns) this.#games.push(winners(state.returns).map((seat) => players[seat]));
    else if (!state.returns && before?.returns && state.plies > 0) this.#games.pop(); // its end is taken back
  }

  /** The games so far in words; empty before the second. */
  words(names) {
    if (this.#games.length < 2) return "";
    const won = names.map(
      (name, seat) => `${name} ${this.#games.filter((won) => won.includes(this.#players[seat])).length}`,
    );
    return text("result.tally", { count: this.#games.length, names: won.join(", ") });
  }
}

/** By seat the player's name, with a number where several have it. */
function playersOf({ players }) {
  const names = players.map(({ name }) => name);
  return names.map((name, seat) => `${name} ${names.slice(0, seat).filter((other) => other === name).length}`);
}

function winners(returns) {
  const most = Math.max(...returns);
  return most === Math.min(...returns) ? [] : returns.flatMap((one, seat) => (one === most ? [seat] : []));
}
