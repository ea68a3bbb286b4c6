// Durak in words: what is to be done, what has happened, how a ply is written.

import { cardName, withSuits } from "/page/cards.js";
import { has, text } from "/page/texts.js";

/** What is to be done now, in a line above the table. */
export function status(state, names) {
  if (state.returns) return standing(state, names);
  if (state.yours && state.to_move === state.near) return text(`durak.turn.${turn(state)}`);
  return text("seat.waits", { name: names[state.to_move] ?? "" });
}

function turn({ view, legal }) {
  if (view.phase !== "defence") return view.phase.replaceAll(" ", "_").replaceAll("-", "_");
  return legal.some((action) => isTransfer(action.text)) ? "defence_or_transfer" : "defence";
}

/** Whether an action, as text, passes the attack on. */
export const isTransfer = (action) => action === "show" || action.startsWith(">");

function standing({ near, returns, players }, names) {
  const fools = names.filter((_, seat) => returns[seat] < 0);
  if (fools.length === 0) return text("durak.over.draw");
  if (players[near].kind === "human") return text(returns[near] < 0 ? "durak.over.you_lose" : "durak.over.you_win");
  return text("durak.over.fool", { names: fools.join(", "), count: fools.length });
}

/** A ply in the log: short, with suit signs. */
export const plyMarks = ({ text: action }) =>
  /^(take|done|show)$/.test(action) ? [text(`durak.log.${action}`)] : withSuits(action);

/** Whether a ply starts a new line in the log: the first attack of a bout. */
export const opensLine = (entry) => entry.events.some((event) => event.kind === "attack");

/** What an event says to those who hear the page; the end of the game is said by the status. */
export function eventWords(event, names) {
  if (event.kind === "over") return "";
  const values = { name: names[event.seat], to: names[event.to], count: event.count ?? event.cards?.length ?? 0 };
  for (const place of ["card", "beats"]) {
    if (!event[place]) continue;
    for (const form of ["name", "acc", "ins"]) values[`${place}_${form}`] = cardName(event[place], form);
  }
  const key = `durak.event.${event.kind}`;
  return text(names[event.seat] === text("you") && has(`${key}.you`) ? `${key}.you` : key, values);
}
