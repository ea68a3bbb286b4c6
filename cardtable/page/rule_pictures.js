// Pictures of rules: cards that lie side by side, or one that beats another, drawn as at the table.

import { lyingCard } from "./cards.js";
import { make } from "./elements.js";

/** A picture of cards; of `[card, other]` the other lies upon the card; a text stands between two cards, as an arrow. */
export const ruleCards = (...cards) => make("div", { class: "rule-cards" }, cards.map(one));

function one(card) {
  if (Array.isArray(card)) return make("div", { class: "rule-pair" }, lyingCard(card[0]), lyingCard(card[1]));
  return /^[2-9TJQKA][cdhs]$/.test(card) ? lyingCard(card) : make("span", { class: "rule-sign" }, card);
}
