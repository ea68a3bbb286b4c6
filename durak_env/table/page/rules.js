// The rules of Durak for a newcomer: a text for each, and cards as pictures.

import { ruleCards } from "/page/rule_pictures.js";

const RANKS = "23456789TJQKA";

/** Each rule: the name of its texts, and its picture if it has one, which may follow the options of the table. */
export const rules = [
  ["durak.rules.aim"],
  ["durak.rules.attack", () => ruleCards("7c")],
  ["durak.rules.beat", () => ruleCards(["7c", "9c"])],
  ["durak.rules.ranks", ({ start_rank }) => ruleCards(...[...RANKS.slice(start_rank - 2)].map((rank) => `${rank}c`))],
  ["durak.rules.trump", () => ruleCards(["Ac", "6h"])],
  ["durak.rules.throw_in", () => ruleCards(["7c", "9c"], "+", "9d")],
  ["durak.rules.take", () => ruleCards(["7c", "9c"], "9d")],
  ["durak.rules.transfer", () => ruleCards("7c", "+", "7d", "→")],
  ["durak.rules.draw"],
];
