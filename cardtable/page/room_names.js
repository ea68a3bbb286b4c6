// The names at a table with friends: what people call themselves, agents by their levels, and numbers for the rest.

import { text } from "./texts.js";

/**
 * By seat, the name of who sits there.
 * @param places who sits where, as the server says
 * @param nameOf gives the name of an agent's spec
 */
export const namesIn = (places, nameOf) => places.map((place) => nameAt(place, places, nameOf));

function nameAt({ seat, name, agent }, places, nameOf) {
  if (agent === null) return name || text("person", { seat: seat + 1 });
  if (name) return `${nameOf(agent)} (${name})`;
  const twins = places.filter((other) => other.agent === agent && !other.name).map((other) => other.seat);
  return twins.length > 1 ? `${nameOf(agent)} ${1 + twins.indexOf(seat)}` : nameOf(agent);
}

/** Whose table it is, what is played there, and by how many. */
export function roomTitle({ host, places }, game) {
  const name = places.find((place) => place.host)?.name ?? "";
  const key = host ? "room.title_own" : name ? "room.title_of" : "room.title";
  return text(key, { name, game, count: places.length });
}

/** What a seat has won in the games so far, or lost where the game counts that; empty for nothing. */
export function scoreWords({ won, lost }, { counts = "won" }) {
  const count = { won, lost }[counts];
  return count > 0 ? text(`score.${counts}`, { count }) : "";
}
