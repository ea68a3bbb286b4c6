// Cards of Bang!: the kind in words and the face in a corner; blue ones stay before a seat.

import { rankSign } from "/page/cards.js";
import { draw, make } from "/page/elements.js";
import { has, text } from "/page/texts.js";

const BLUE = new Set(
  "prigione dinamite barile mirino mustang volcanic schofield remington carabine winchester".split(" "),
);

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** The name of a kind, such as "wells_fargo". */
export const kindName = (kind) => (kind === "bang" ? "Bang!" : kind.split("_").map(capital).join(" "));

/** The same with what the Italian word means, such as "Birra (Beer)". */
export const kindTitle = (kind) =>
  has(`bang.means.${kind}`) ? `${kindName(kind)} (${text(`bang.means.${kind}`)})` : kindName(kind);

/** The kind of a card such as "bang Ah". */
export const kindOf = (card) => card.split(" ")[0];

/** A card in words, with its face. */
export const cardName = (card) => `${kindName(kindOf(card))}, ${faceName(card)}`;

/** The same with what the Italian word means. */
export const cardTitle = (card) => `${kindTitle(kindOf(card))}, ${faceName(card)}`;

function faceName(card) {
  const [rank, suit] = card.split(" ")[1];
  return text("card", { rank: text(`rank.${rank}.name`), suit: text(`suit.${suit}.of`) });
}

const WIDE = 8; // letters of a name; a longer one is narrowed to leave the frame free

const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** A card in the shortest words, such as "Bang! Q♥". */
export function cardSign(card) {
  const [kind, face] = card.split(" ");
  return `${kindName(kind)} ${rankSign(face[0])}${SIGNS[face[1]]}`;
}

/** The picture of a card; what holds it names it. */
export function cardPicture(card) {
  const [kind, face] = card.split(" ");
  const words = kindName(kind).split(" ");
  return draw(
    "svg",
    {
      class: `card-picture bang-card${BLUE.has(kind) ? " blue" : ""} suit-${face[1]}`,
      viewBox: "0 0 100 140",
      "aria-hidden": "true",
    },
    draw("rect", { x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8, class: "paper" }),
    draw("rect", { x: 7, y: 44, width: 86, height: 66, rx: 5, class: "kind-field" }),
    words.map((word, line) =>
      draw(
        "text",
        {
          x: 50,
          y: 83 + 20 * (line - (words.length - 1) / 2),
          class: "kind",
          ...(word.length > WIDE && { textLength: 76, lengthAdjust: "spacingAndGlyphs" }),
        },
        word,
      ),
    ),
    draw("text", { x: 18, y: 29 }, rankSign(face[0])),
    draw("use", { href: `#suit-${face[1]}`, x: 32, y: 10, width: 20, height: 20 }),
  );
}

/** A card that lies somewhere, with what its kind does as a note. */
export const lyingCard = (card, attributes = {}) =>
  make(
    "span",
    { class: "card", role: "img", "aria-label": cardName(card), title: kindNote(kindOf(card)), ...attributes },
    cardPicture(card),
  );

/** What a kind of card does, in a line. */
export const kindNote = (kind) => `${kindTitle(kind)}: ${text(`bang.card.${kind}`)}`;

/** What a character can do, in a line. */
export const characterNote = (character) => `${kindName(character)}: ${text(`bang.character.${character}`)}`;
