// The seats at a table of Bang!: who sits there, role and character, lives, distance, and what lies before it.

import { lyingCard as playingCard } from "/page/cards.js";
import { clockOf } from "/page/clocks.js";
import { make } from "/page/elements.js";
import { seatClass, tag } from "/page/seats.js";
import { text } from "/page/texts.js";
import { explainedWord } from "./explained.js";
import { characterNote, kindNote, kindOf } from "./pictures.js";

/** The name, the clock, the role as far as it is known, and whose turn it is. */
export function seatParts(state, seat, name) {
  const { view, thinking, returns } = state;
  const { role, alive, most, character } = view.seats[seat];
  const lives = Math.max(0, view.seats[seat].lives); // fewer than none where dynamite has hit who may yet drink
  return [
    make("span", { class: "name" }, name),
    clockOf(state, seat),
    role === "unknown"
      ? null
      : explainedWord(seat, role, text(`bang.aim.${role}`), `role ${role}`, text(`bang.role.${role}`)),
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

/** Whether the ply shown has cost a seat a life. */
export const isHurt = ({ events }, seat) => events.some((event) => event.kind === "hurt" && event.seat === seat);

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
  const look = `${seatClass(state, seat, "seat")}${one.alive ? "" : " dead"}${isHurt(state, seat) ? " hurt" : ""}`;
  return make(
    "section",
    { class: look, "aria-label": name, dataset: { seat } },
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
