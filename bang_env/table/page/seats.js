// The seats at a table of Bang!: who sits there, role and character, lives, distance, and what lies before it.

import { lyingCard as playingCard } from "/page/cards.js";
import { clockOf } from "/page/clocks.js";
import { make } from "/page/elements.js";
import { tag } from "/page/seats.js";
import { text } from "/page/texts.js";
import { explainedWord } from "./explained.js";
import { characterNote, kindNote, kindOf } from "./pictures.js";

/** The name, the clock, the role as far as it is known, and whose turn it is. */
export function seatParts(state, seat, name) {
  const { view, thinking, returns } = state;
  const { role, alive, most, lives, character } = view.seats[seat];
  return [
    make("span", { class: "name" }, name),
    clockOf(state, seat),
    role === "unknown" ? null : tag(text(`bang.role.${role}`), role),
    returns?.[seat] > 0 ? tag(text("bang.winner"), "winner") : null,
    alive ? null : tag(text("bang.dead")),
    view.turn === seat && !returns ? tag(text("bang.plays")) : null,
    thinking === seat && !returns ? make("span", { class: "thinks" }, text("seat.thinks")) : null,
    alive
      ? make(
          "span",
          { class: "lives", role: "img", "aria-label": text("bang.lives", { lives, most }) },
          "♥".repeat(lives) + "♡".repeat(Math.max(0, most - lives)),
        )
      : null,
    explainedWord(seat, character, characterNote(character), "character"),
  ];
}

/** How far a seat is, and whether the own weapon reaches it. */
export function distanceWords({ distance, in_reach: isInReach }) {
  if (distance === null) return null;
  const words = text(isInReach ? "bang.in_reach" : "bang.out_of_reach", { distance });
  return make("span", { class: `count${isInReach ? " near" : ""}` }, words);
}

/** The cards before a seat, as words. */
export const chips = ({ view }, seat) =>
  make(
    "div",
    { class: "chips" },
    Object.values(view.seats[seat].table)
      .map(kindOf)
      .map((kind) => explainedWord(seat, kind, kindNote(kind), `chip ${kind}`)),
  );

/** Another seat: its lines, the cards before it, and the backs of its hand. */
export function otherSeat(state, seat, name) {
  const one = state.view.seats[seat];
  const moves = state.to_move === seat && !state.returns ? " moves" : "";
  return make(
    "section",
    { class: `seat${moves}${one.alive ? "" : " dead"}`, "aria-label": name },
    make("div", { class: "seat-line" }, seatParts(state, seat, name), distanceWords(one)),
    make(
      "div",
      {
        class: "fan",
        role: "group",
        "aria-label": text("seat.cards", { count: one.hand.length }),
        dataset: { glide: `seat-${seat}` },
      },
      one.hand.map(() => playingCard(null, { "aria-hidden": "true", role: null })),
    ),
    chips(state, seat),
  );
}
