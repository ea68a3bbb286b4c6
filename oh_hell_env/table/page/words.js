// Oh Hell! in words: what is to be done, what has happened, how a ply is written.

import { cardName, withSuits } from "/page/cards.js";
import { ownSeat, waitsWords } from "/page/seats.js";
import { has, text } from "/page/texts.js";
import { paidWords } from "./scores.js";

/** What is to be done now, in a line above the table. */
export function status(state, names) {
  if (state.returns) return outcome(state, names);
  if (!state.yours || state.to_move !== state.near) return waitsWords(names[state.to_move] ?? "");
  const { view } = state;
  if (view.phase === "bid")
    return text(view.hand_size === 1 ? "oh-hell.turn.bid_one" : "oh-hell.turn.bid", { count: view.hand_size });
  if (view.trick.length === 0) return text("oh-hell.turn.lead");
  const suit = suitToFollow(state);
  return suit ? text("oh-hell.turn.follow", { suit: text(`suit.${suit}.name`) }) : text("oh-hell.turn.any");
}

/** The suit that the seat to move must follow; null if any card may be played. */
export function suitToFollow({ view, near }) {
  const suit = view.trick[0]?.card[1];
  return suit && view.hands[near].some((card) => card?.[1] === suit) ? suit : null;
}

function outcome({ returns }, names) {
  const most = Math.max(...returns);
  const winners = names.filter((_, seat) => returns[seat] === most);
  const own = returns[ownSeat(names)];
  if (own !== undefined && winners.length === 1)
    return text(own === most ? "oh-hell.over.you_win" : "oh-hell.over.you_lose", { name: winners[0] });
  return text("oh-hell.over.winners", { names: winners.join(", "), count: winners.length });
}

/** The number of a bid that is written as text, such as "b3"; null for a card. */
export const bidOf = (action) => (/^b\d+$/.test(action) ? Number(action.slice(1)) : null);

/** A ply in the log: short, with suit signs. */
export const plyMarks = ({ text: action }) =>
  bidOf(action) === null ? withSuits(action) : [text("oh-hell.log.bid", { bid: bidOf(action) })];

/** Whether a ply starts a new line in the log: the first bid of a round, and each lead. */
export const opensLine = (entry) => entry.events.some((event) => event.first);

/** What an event says to those who hear the page; the end of the game is said by the status. */
export function eventWords(event, names) {
  if (event.kind === "over") return "";
  if (event.kind === "round") return text("oh-hell.event.round", { points: paidWords(event.paid, names) });
  const values = { name: names[event.seat], bid: event.bid, count: event.bid ?? 0 };
  if (event.card) for (const form of ["name", "acc", "ins"]) values[`card_${form}`] = cardName(event.card, form);
  const key = `oh-hell.event.${event.kind}`;
  return text(names[event.seat] === text("you") && has(`${key}.you`) ? `${key}.you` : key, values);
}
