// Durak in words: what is to be done, what has happened, how a ply is written.

import { cardName, withSuits } from "/page/cards.js";
import { ownSeat, waitsWords } from "/page/seats.js";
import { eitherOf, has, text } from "/page/texts.js";

const isCard = (action) => /^[2-9TJQKA][cdhs]$/.test(action);

/** What is to be done now, in a line above the table. */
export function status(state, names) {
  if (state.returns) return standing(state, names);
  if (state.yours && state.to_move === state.near) return turn(state, names);
  if (isOut(state, ownSeat(names))) return text("durak.out");
  return waitsWords(names[state.to_move] ?? "");
}

/** Whether a seat has no cards and gets none any more; of a team, its partner may still lose. */
export const isOut = ({ view, rules }, seat) =>
  view.hands[seat]?.length === 0 && view.talon.size === 0 && !rules.num_teams;

/** What the seat to move may do, with the card to beat or the ranks to throw in. */
function turn({ view, legal }, seats) {
  const phase = view.phase.replaceAll(/[ -]/g, "_");
  const cards = legal.map((action) => action.text).filter(isCard);
  if (phase === "attack") return text("durak.turn.attack");
  if (phase === "defence") {
    const transfers = legal.some((action) => isTransfer(action.text)) ? "_or_transfer" : "";
    const [attack] = view.table.find(([, beaten]) => !beaten);
    return text(`durak.turn.defence${transfers}${cards.length ? "" : "_none"}`, { card: cardName(attack, "acc") });
  }
  const ranks = view.deck.map((card) => card[0]).filter((rank) => cards.some((card) => card[0] === rank));
  const known = [...new Set(ranks)].map((rank) => text(`rank.${rank}.acc`));
  const values = { ranks: eitherOf(known), name: seats[view.defender] ?? "" };
  return text(`durak.turn.${phase}${known.length ? "" : "_none"}`, values);
}

/** What a newcomer is told when it first comes up at the own turn, as names of texts. */
export function lessons({ yours, legal, view }) {
  if (!yours) return [];
  const transfers = legal.filter((action) => isTransfer(action.text)).map((action) => action.text);
  return [
    ...(transfers.includes("show") ? ["durak.lesson.show"] : []),
    ...(transfers.length > 0 ? ["durak.lesson.transfer"] : []),
    ...(view.phase.startsWith("throw") ? ["durak.lesson.throw_in"] : []),
  ];
}

/** Why an action was a mistake, for beginners, as far as it and the better one show; else nothing. */
export function mistakeWords({ text: played, pair, best }, { view }) {
  const reason = reasonOf(played, best.text, view) ?? (pair && !best.pair && isCard(best.text) ? "pair" : null);
  return reason ? text(`durak.why.${reason}`) : "";
}

function reasonOf(played, better, { trump_suit: trumps, deck }) {
  if (isTransfer(better)) return isTransfer(played) ? null : "transfer";
  if (isTransfer(played)) return "transferred";
  if (!isCard(better)) return isCard(played) ? `${better}_instead` : null;
  if (!isCard(played)) return played;
  const isTrump = (card) => card[1] === trumps;
  if (isTrump(played) !== isTrump(better)) return isTrump(played) ? "trump" : null;
  const height = (card) => deck.findIndex((other) => other[0] === card[0]);
  return height(played) > height(better) ? "high" : null;
}

/** Whether an action, as text, passes the attack on. */
export const isTransfer = (action) => action === "show" || action.startsWith(">");

function standing({ returns }, names) {
  const fools = names.filter((_, seat) => returns[seat] < 0);
  if (fools.length === 0) return text("durak.over.draw");
  const own = returns[ownSeat(names)];
  if (own !== undefined) return text(own < 0 ? "durak.over.you_lose" : "durak.over.you_win");
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
