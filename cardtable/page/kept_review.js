// The evaluation of the game shown, kept in the browser's tab: a reload does not lose the mistakes found.

import { ofTab } from "./memory.js";

const KEY = "table-review";
const LAST = 20; // plies that tell a game from others

const nameOf = ({ variant, players, plies }, log) =>
  JSON.stringify([variant, players.map(({ name }) => name), plies, log.slice(-LAST).map((entry) => entry.text)]);

/** Keeps what an evaluation has found so far. */
export function keepReview(state, log, { agent, isPart, goesOn, entries }) {
  const kept = { game: nameOf(state, log), agent, isPart, goesOn, entries: [...entries.values()] };
  ofTab.set(KEY, JSON.stringify(kept));
}

/** What was kept of the game shown; null if it is another game. One that was not stopped is to go on. */
export function keptReview(state, log) {
  try {
    const { game, entries, ...kept } = JSON.parse(ofTab.get(KEY));
    if (game !== nameOf(state, log)) return null;
    return { ...kept, done: true, entries: new Map(entries.map((entry) => [entry.ply, entry])) };
  } catch {
    return null; // nothing is kept, or something else under this key
  }
}
