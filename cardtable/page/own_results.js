// How a person has done against each level in this browser: alone at a screen, against one agent in all other seats.

import { ofBrowser } from "./memory.js";

const keyOf = (game) => `table-results-${game}`;

/** The games played and won against an agent. */
export const resultsAgainst = (game, spec) => stored(game)[spec] ?? { games: 0, won: 0 };

/** Notes a game whose end is shown for the first time, or is taken back; a state that a page begins with is no news. */
export function noteResult(game, state, before) {
  const news = before && state.mode === "play" ? Number(Boolean(state.returns)) - Number(Boolean(before.returns)) : 0;
  const opponent = opponentOf(state);
  if (news === 0 || opponent === null) return;
  const returns = state.returns ?? before.returns;
  const own = returns[state.players.findIndex(({ kind }) => kind === "human")];
  const hasWon = own === Math.max(...returns) && own > Math.min(...returns);
  const { games, won } = resultsAgainst(game, opponent);
  const results = { ...stored(game), [opponent]: { games: games + news, won: won + (hasWon ? news : 0) } };
  ofBrowser.set(keyOf(game), JSON.stringify(results));
}

function opponentOf({ players }) {
  const agents = new Set(players.filter(({ kind }) => kind !== "human").map(({ name }) => name));
  const people = players.filter(({ kind }) => kind === "human").length;
  return people === 1 && agents.size === 1 ? [...agents][0] : null;
}

function stored(game) {
  try {
    return JSON.parse(ofBrowser.get(keyOf(game)) ?? "{}") ?? {};
  } catch {
    return {}; // something else is kept under this key
  }
}
