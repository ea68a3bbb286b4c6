// How many of the games at this table each player has won or lost, counted by the page while it is open.

import { text } from "./texts.js";

export class Tally {
  /** By game, in their order, the players that have won, and those that have lost. */
  #games = [];
  /** By seat, who sits there now. */
  #players = [];

  /** Notes what a new state says, after the one before. */
  note(state, before) {
    if (state.mode !== "play") return;
    const players = playersOf(state);
    if (String(players.toSorted()) !== String(this.#players.toSorted())) this.#games = []; // others have sat down
    this.#players = players; // seats may have been swapped
    if (state.returns && !before?.returns) this.#games.push(endsOf(state.returns, players));
    else if (!state.returns && before?.returns && state.plies > 0) this.#games.pop(); // its end is taken back
  }

  /** How many games there were, and by seat how often each player has won and lost. */
  get score() {
    const times = (how, player) => this.#games.filter((game) => game[how].includes(player)).length;
    const places = this.#players.map((player) => ({ won: times("won", player), lost: times("lost", player) }));
    return { games: this.#games.length, places };
  }
}

/** A score in words; empty before the second game. */
export function tallyWords({ games, places }, names, { counts = "won" }) {
  if (games < 2) return "";
  const each = places.map((place, seat) => `${names[seat]} ${place[counts]}`);
  return text(`result.tally_${counts}`, { count: games, names: each.join(", ") });
}

/** By seat the player's name, with a number where several have it. */
function playersOf({ players }) {
  const names = players.map(({ name }) => name);
  return names.map((name, seat) => `${name} ${names.slice(0, seat).filter((other) => other === name).length}`);
}

function endsOf(returns, players) {
  const [least, most] = [Math.min(...returns), Math.max(...returns)];
  const paid = (end) => (least === most ? [] : players.filter((_, seat) => returns[seat] === end));
  return { won: paid(most), lost: paid(least) };
}
