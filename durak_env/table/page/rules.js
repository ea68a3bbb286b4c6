// The rules of Durak for a newcomer: a text for each, and cards as pictures.

import { RANKS } from "/page/cards.js";
import { ruleCards } from "/page/rule_pictures.js";
import { text } from "/page/texts.js";

/** Each rule: the name of its texts, its picture if it has one, and its words; both may follow the options of the table. */
export const rules = [
  ["durak.rules.aim"],
  ["durak.rules.attack", () => ruleCards("7c")],
  ["durak.rules.beat", () => ruleCards(["7c", "9c"])],
  ["durak.rules.ranks", ({ start_rank }) => ruleCards(...[...RANKS.slice(start_rank - 2)].map((rank) => `${rank}c`))],
  ["durak.rules.trump", () => ruleCards(["Ac", "6h"])],
  ["durak.rules.throw_in", () => ruleCards(["7c", "9c"], "+", "9d"), throwIns],
  ["durak.rules.take", () => ruleCards(["7c", "9c"], "9d")],
  ["durak.rules.transfer", () => ruleCards("7c", "+", "7d", "→"), transfers],
  ["durak.rules.draw"],
];

/** When cards may be thrown in, by whom, and how many. */
function throwIns({ throw_in, max_attack_cards: most }) {
  return [
    text("durak.rules.throw_in"),
    text(`durak.rules.throw_in.${throw_in}`),
    text("durak.rules.throw_in.room"),
    most ? text("durak.rules.throw_in.most", { count: most }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** How an attack is passed on, and whether it may be here. */
function transfers({ transfer }) {
  return text(transfer ? "durak.rules.transfer" : "durak.rules.transfer.none");
}
