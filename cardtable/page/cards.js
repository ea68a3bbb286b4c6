// Playing cards as SVG, drawn here: suits as symbols, pips for numbers, an emblem for each court card.

import { draw, make } from "./elements.js";
import { text } from "./texts.js";

export const RANKS = "23456789TJQKA"; // from the lowest

const COLOURS_IN_TURN = "cdsh"; // black, red, black, red

/** Cards from the lowest of each suit; trumps come last, and before them the colours alternate. */
export function inHandOrder(cards, trump) {
  const suits = COLOURS_IN_TURN.length;
  const before = COLOURS_IN_TURN.indexOf(trump) + 1; // 0 where none are known
  const place = (suit) => (COLOURS_IN_TURN.indexOf(suit) - before + suits) % suits;
  return [...cards].sort(
    (one, other) => place(one[1]) - place(other[1]) || RANKS.indexOf(one[0]) - RANKS.indexOf(other[0]),
  );
}

const SUITS = {
  h: "M50 88C20 62 8 46 8 30 8 16 18 8 29 8c9 0 17 5 21 14C54 13 62 8 71 8c11 0 21 8 21 22 0 16-12 32-42 58z",
  d: "M50 4 86 50 50 96 14 50z",
  s: "M50 6C62 26 92 40 92 62c0 13-9 21-20 21-8 0-14-4-18-10 1 10 5 17 12 23H34c7-6 11-13 12-23-4 6-10 10-18 10C17 83 8 75 8 62 8 40 38 26 50 6z",
  c: "M50 6a21 21 0 0 1 16 35 21 21 0 1 1-12 35c1 9 5 15 12 20H34c7-5 11-11 12-20a21 21 0 1 1-12-35A21 21 0 0 1 50 6z",
};

// Emblems of the court: a feathered cap, a tiara, a crown; on a field of 60 by 40.
const COURT = {
  J: "M10 34h40v5H10z M12 31c-2-9 4-17 14-18 8-1 16 3 20 9l2 9z M34 15c2-8 9-13 18-13-2 7-7 12-14 15z",
  Q: "M10 34h40v5H10z M12 31 9 16l10 7 6-13 5 10 5-10 6 13 10-7-3 15z M25 7a3 3 0 1 0 0-.1z M35 7a3 3 0 1 0 0-.1z",
  K: "M10 34h40v5H10z M11 31 6 10l13 10L30 4l11 16 13-10-5 21z M28 0h4v3h-4z",
};

// Columns and rows of the pips of number cards, in parts of the card's inner field.
const [LEFT, MIDDLE, RIGHT] = [0.2, 0.5, 0.8];
const sides = (...rows) =>
  rows.flatMap((row) => [
    [LEFT, row],
    [RIGHT, row],
  ]);
const PIPS = {
  2: [
    [MIDDLE, 0],
    [MIDDLE, 1],
  ],
  3: [
    [MIDDLE, 0],
    [MIDDLE, 0.5],
    [MIDDLE, 1],
  ],
  4: sides(0, 1),
  5: [...sides(0, 1), [MIDDLE, 0.5]],
  6: sides(0, 0.5, 1),
  7: [...sides(0, 0.5, 1), [MIDDLE, 0.25]],
  8: [...sides(0, 0.5, 1), [MIDDLE, 0.25], [MIDDLE, 0.75]],
  9: [...sides(0, 1 / 3, 2 / 3, 1), [MIDDLE, 0.5]],
  T: [...sides(0, 1 / 3, 2 / 3, 1), [MIDDLE, 1 / 6], [MIDDLE, 5 / 6]],
};

/** The symbols that all cards use; to be put into the page once. */
export function sprite() {
  const suits = Object.entries(SUITS).map(([suit, path]) =>
    draw("symbol", { id: `suit-${suit}`, viewBox: "0 0 100 100" }, draw("path", { d: path })),
  );
  const court = Object.entries(COURT).map(([rank, path]) =>
    draw("symbol", { id: `court-${rank}`, viewBox: "0 0 60 40" }, draw("path", { d: path })),
  );
  return draw("svg", { class: "sprite", "aria-hidden": "true", width: 0, height: 0 }, suits, court);
}

const symbol = (id, x, y, width, height = width, turned = false) =>
  draw("use", {
    href: `#${id}`,
    x: x - width / 2,
    y: y - height / 2,
    width,
    height,
    transform: turned ? `rotate(180 ${x} ${y})` : null,
  });

/** The sign of a suit, in the line of a text. */
export function suitSign(suit) {
  const sign = draw("svg", { class: `suit-sign suit-${suit}`, viewBox: "0 0 100 100", "aria-hidden": "true" });
  sign.append(draw("use", { href: `#suit-${suit}` }));
  return sign;
}

/** The letters of a rank: 10 for T, and the language's letters for the court. */
export const rankSign = (rank) => text(`rank.${rank}`);

/** A card in words: its name, or in the case "acc" or "ins" of languages that have cases. */
export const cardName = (card, form = "name") =>
  text("card", { rank: text(`rank.${card[0]}.${form}`), suit: text(`suit.${card[1]}.of`) });

function corner(rank, suit) {
  return [
    draw("text", { x: 15, y: 27, class: rank === "T" ? "rank wide" : "rank" }, rankSign(rank)),
    symbol(`suit-${suit}`, 15, 42, 18),
  ];
}

function middle(rank, suit) {
  if (rank === "A") return [symbol(`suit-${suit}`, 50, 70, 46)];
  if (rank in COURT) {
    return [
      draw("rect", { x: 29, y: 24, width: 42, height: 92, rx: 5, class: "court-field" }),
      draw("path", { d: "M29 70h42", class: "court-line" }),
      symbol(`court-${rank}`, 50, 43, 34, 24),
      symbol(`suit-${suit}`, 50, 60, 13),
      symbol(`court-${rank}`, 50, 97, 34, 24, true),
      symbol(`suit-${suit}`, 50, 80, 13, 13, true),
    ];
  }
  return PIPS[rank].map(([x, y]) => symbol(`suit-${suit}`, 26 + 48 * x, 31 + 78 * y, 18, 18, y > 0.5));
}

/** The picture of a card such as "7c", or of a card's back for null. It has no words: what holds it names it. */
export function cardPicture(card) {
  const paper = draw("rect", { x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8, class: "paper" });
  if (!card) {
    const back = draw("rect", { x: 6, y: 6, width: 88, height: 128, rx: 5, class: "back" });
    const lines = Array.from({ length: 9 }, (_, row) =>
      draw("path", { d: `M6 ${13 + 14 * row}${"l11-7 11 7".repeat(4)}`, class: "back-line" }),
    );
    return draw("svg", { class: "card-picture", viewBox: "0 0 100 140", "aria-hidden": "true" }, paper, back, lines);
  }
  const [rank, suit] = card;
  const face = draw("g", {}, corner(rank, suit), middle(rank, suit));
  const turned = draw("g", { transform: "rotate(180 50 70)" }, corner(rank, suit));
  return draw(
    "svg",
    { class: `card-picture suit-${suit}`, viewBox: "0 0 100 140", "aria-hidden": "true" },
    paper,
    face,
    turned,
  );
}

/** A card that lies somewhere: an image with a name for those who hear the page. */
export function lyingCard(card, attributes = {}) {
  const { class: look = "", ...rest } = attributes;
  const label = card ? cardName(card) : text("card.hidden");
  return make("span", { class: `card ${look}`.trim(), role: "img", "aria-label": label, ...rest }, cardPicture(card));
}

/** A text with its cards, such as "7c" or ">h", written with suit signs. */
export function withSuits(words) {
  const parts = words.split(/((?:10|[2-9TJQKA])[cdhs]\b|>[cdhs]\b)/);
  return parts.map((part, place) => {
    if (place % 2 === 0) return part;
    const [rank, suit] = [part.slice(0, -1), part.at(-1)];
    return make(
      "span",
      { class: `card-text suit-${suit}` },
      rank === ">" ? "→" : rankSign(rank === "10" ? "T" : rank),
      suitSign(suit),
    );
  });
}
