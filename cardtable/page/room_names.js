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
