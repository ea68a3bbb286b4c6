// Durak on the page: its table, and its words. What stands on the table comes from the server's view of a seat alone.

import { cardName } from "/page/cards.js";
import { text } from "/page/texts.js";
import { withSuits } from "/page/cards.js";
import { Board } from "./board.js";

export const texts = new URL("./texts/", import.meta.url);
export const styles = [new URL("./durak.css", import.meta.url)];

/** The table of the game, in a host element. */
export const createBoard = (host, actions) => new Board(host, actions);

/** What is to be done now, in a line above the table. */
export function status(state, names) {
  const { view, returns } = state;
  if (returns) return standing(state, names);
  if (state.yours && state.to_move === view.near) return text(`durak.turn.${turn(view)}`);
  return text("durak.waits", { name: names[state.to_move] ?? "" });
}

function turn(view) {
  if (view.phase === "throw-in after take") return "throw_in_after_take";
  if (view.phase === "throw-in") return "throw_in";
  if (view.phase === "attack") return "attack";
  const mayTransfer = view.table.every(([, beaten]) => !beaten) && view.can_transfer;
  return mayTransfer ? "defence_or_transfer" : "defence";
}

function standing({ view, viewer, returns, players }, names) {
  const fools = names.filter((_, seat) => returns[seat] < 0);
  if (fools.length === 0) return text("durak.over.draw");
  const own = players.findIndex((player) => player.kind === "human");
  const mine = viewer ?? (own < 0 ? null : own);
  if (mine !== null && players[mine].kind === "human") return text(returns[mine] < 0 ? "durak.over.you_lose" : "durak.over.you_win");
  return text("durak.over.fool", { names: fools.join(", "), count: fools.length, view: view.phase });
}

/** A legal action in words. */
export function actionWords({ text: action, card }) {
  if (action === "take" || action === "done" || action === "show") return text(`durak.action.${action}`);
  if (action.startsWith(">")) return text("durak.action.transfer_with", { card: card ? cardName(card, "ins") : action });
  return cardName(action);
}

/** A ply in the log: short, with suit signs. */
export const plyMarks = ({ text: action }) => (/^(take|done|show)$/.test(action) ? [text(`durak.log.${action}`)] : withSuits(action));

/** Whether a ply starts a new line in the log: the first attack of a bout. */
export const opensLine = (entry) => entry.events.some((event) => event.kind === "attack");

/** What an event says to those who hear the page. */
export function eventWords(event, names) {
  const values = { name: names[event.seat], to: names[event.to], count: event.count ?? event.cards?.length ?? 0 };
  for (const place of ["card", "beats"]) {
    if (!event[place]) continue;
    for (const form of ["name", "acc", "ins"]) values[`${place}_${form}`] = cardName(event[place], form);
  }
  if (event.kind === "over") return "";
  return text(`durak.event.${event.kind}`, values);
}
