// The seats at a table of cards: who sits there, and the cards of others as a fan.

import { cardName, lyingCard } from "./cards.js";
import { clockOf } from "./clocks.js";
import { make } from "./elements.js";
import { text } from "./texts.js";

/** The seats but the near one, clockwise from it. */
export const otherSeats = ({ near, players }) =>
  Array.from({ length: players.length - 1 }, (_, ahead) => (near + ahead + 1) % players.length);

/** By the number of the other seats, the side of the table where each stands: clockwise, the own seat below. */
const SIDES = {
  2: ["left", "right"],
  3: ["left", "top", "right"],
  4: ["left", "top", "top", "right"],
  5: ["left", "top", "top", "top", "right"],
  6: ["left", "left", "top", "top", "right", "right"],
};

/** The elements of the other seats, in their order of play, by the sides of the table. */
export function roundTable(seats) {
  const sideOf = SIDES[seats.length] ?? seats.map(() => "top");
  return ["left", "top", "right"].map((side) =>
    make(
      "div",
      { class: `side ${side}` },
      seats.filter((_, place) => sideOf[place] === side),
    ),
  );
}

/** The class of what shows a seat. */
export const seatClass = ({ to_move: mover, returns }, seat, look) =>
  `${look}${mover === seat && !returns ? " moves" : ""}`;

/** The seat of who looks at the page, by the names of all; -1 for a watcher, and where several people share a screen. */
export const ownSeat = (names) => names.indexOf(text("you"));

/** Whose turn it is, where it is not the user's who looks at the table now. */
export const waitsWords = (name) => text(name === text("you") ? "seat.waits.you" : "seat.waits", { name });

/** A mark beside a seat's name. */
export const tag = (words, look = "") => make("span", { class: `role ${look}`.trim() }, words);

/** The line of a seat: its name, its clock, its tags, whether its agent thinks, and how many cards it holds. */
export function seatLine(state, seat, { name, tags, count }) {
  const { thinking, returns } = state;
  return [
    make("span", { class: "name" }, name),
    clockOf(state, seat),
    tags,
    thinking === seat && !returns ? make("span", { class: "thinks" }, text("seat.thinks")) : null,
    make("span", { class: "count" }, text("seat.cards", { count })),
  ];
}

/** Cards of a hand that overlap, null for one that is hidden; they come from the place that `from` names. */
export const fan = (cards, seat, from) =>
  cards.map((card, place) => {
    const unknown = cards.slice(0, place).filter((other) => !other).length;
    return lyingCard(card, { dataset: { glide: card ?? `hidden-${seat}-${unknown}`, from } });
  });

/** Another seat: its line, and its cards. */
export function otherSeat(state, seat, { name, tags, cards, from }) {
  const known = cards.filter(Boolean).map((card) => cardName(card));
  const label = text("seat.hand_of", { name, count: cards.length, known: known.join(", ") });
  return make(
    "section",
    { class: seatClass(state, seat, "seat"), "aria-label": label },
    make("div", { class: "seat-line" }, seatLine(state, seat, { name, tags, count: cards.length })),
    make("div", { class: "fan", dataset: { glide: `seat-${seat}` } }, fan(cards, seat, from)),
  );
}
