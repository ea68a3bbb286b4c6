// The trick on the table: each card with the name of who played it.

import { cardName, lyingCard, RANKS } from "/page/cards.js";
import { make } from "/page/elements.js";
import { text } from "/page/texts.js";

/** The cards to show: those of the trick, or those of the trick that has just ended. */
export function trickShown({ view, events, players }) {
  const play = events.find((event) => event.kind === "play");
  const ended = events.find((event) => event.kind === "trick");
  if (view.trick.length > 0 || !ended) return { cards: view.trick, winner: bestOf(view), ended: false };
  const seats = players.length;
  const cards = ended.cards.map((card, place) => ({ card, seat: (play.seat + 1 + place) % seats }));
  return { cards, winner: ended.seat, ended: true };
}

/** The seat whose card wins the trick as it lies; null for an empty one. */
function bestOf({ trick, trump }) {
  const worth = ({ card: [rank, suit] }) =>
    RANKS.indexOf(rank) + (suit === trump ? 200 : suit === trick[0].card[1] ? 100 : 0);
  return trick.length === 0 ? null : trick.reduce((best, one) => (worth(one) > worth(best) ? one : best)).seat;
}

/** The cards of a trick as elements. */
export function trickCards({ cards, winner, ended }, names) {
  return cards.map(({ card, seat }) =>
    make(
      "div",
      { class: `laid${seat === winner ? " winning" : ""}${ended ? " ended" : ""}` },
      lyingCard(card, { dataset: { glide: card, from: `seat-${seat}` } }),
      make("span", { class: "caption" }, names[seat]),
    ),
  );
}

/** A trick in words. */
export function trickWords({ cards, ended }, names) {
  if (cards.length === 0) return text("oh-hell.table_empty");
  const laid = cards.map(({ card, seat }) => `${names[seat]}: ${cardName(card)}`).join("; ");
  return `${text(ended ? "oh-hell.last_trick" : "oh-hell.trick")}: ${laid}`;
}
