// Cards of Bang!: the kind as a sign and in words, and the face in a corner; blue ones stay before a seat.

import { rankSign } from "/page/cards.js";
import { draw, make } from "/page/elements.js";
import { has, text } from "/page/texts.js";
import { signOf } from "./signs.js";

const BLUE = new Set(
  "prigione dinamite barile mirino mustang volcanic schofield remington carabine winchester".split(" "),
);

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** The name of a kind, such as "wells_fargo". */
export const kindName = (kind) => (kind === "bang" ? "Bang!" : kind.split("_").map(capital).join(" "));

/** What the Italian name of a kind means; empty where it is the same word. */
function meaning(kind) {
  const words = has(`bang.means.${kind}`) ? text(`bang.means.${kind}`) : "";
  return words === kindName(kind) ? "" : words;
}

/** The name of a kind with what the Italian word means, such as "Birra (Beer)". */
export const kindTitle = (kind) => kindName(kind) + (meaning(kind) && ` (${meaning(kind)})`);

/** The kind of a card such as "bang Ah". */
export const kindOf = (card) => card.split(" ")[0];

/** A card in words, with its face. */
export const cardName = (card) => `${kindName(kindOf(card))}, ${faceName(card)}`;

/** A card in words, with what the Italian word means, and with its face. */
export const cardTitle = (card) => `${kindTitle(kindOf(card))}, ${faceName(card)}`;

function faceName(card) {
  const [rank, suit] = card.split(" ")[1];
  return text("card", { rank: text(`rank.${rank}.name`), suit: text(`suit.${suit}.of`) });
}

/** A line of words on a card; what has more letters than fit is narrowed, to leave the frame free. */
const lineOfWords = (look, y, words, most) =>
  draw(
    "text",
    { x: 50, y, class: look, ...(words.length > most && { textLength: 78, lengthAdjust: "spacingAndGlyphs" }) },
    words,
  );

const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** A card in the shortest words, such as "Bang! Q♥". */
export function cardSign(card) {
  const [kind, face] = card.split(" ");
  return `${kindName(kind)} ${rankSign(face[0])}${SIGNS[face[1]]}`;
}

/** The picture of a card; what holds it names it. */
export function cardPicture(card) {
  const [kind, face] = card.split(" ");
  return draw(
    "svg",
    {
      class: `card-picture bang-card${BLUE.has(kind) ? " blue" : ""} suit-${face[1]}`,
      viewBox: "0 0 100 140",
      "aria-hidden": "true",
    },
    draw("rect", { x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8, class: "paper" }),
    draw("rect", { x: 7, y: 36, width: 86, height: 98, rx: 5, class: "kind-field" }),
    lineOfWords("kind", 53, kindName(kind), 7),
    draw("g", { class: "sign", transform: "translate(14 60) scale(1.2)" }, signOf(kind)),
    lineOfWords("meaning", 126, meaning(kind), 10),
    draw("text", { x: 18, y: 29, class: face[0] === "T" ? "wide" : null }, rankSign(face[0])),
    draw("use", { href: `#suit-${face[1]}`, x: 33, y: 10, width: 20, height: 20 }),
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
