// The rules of Oh Hell! for a newcomer: a text for each, and cards as pictures.

import { RANKS } from "/page/cards.js";
import { ruleCards } from "/page/rule_pictures.js";
import { text } from "/page/texts.js";

/** Each rule: the name of its texts, its picture if it has one, and its words; both follow the options of the table. */
export const rules = [
  ["oh-hell.rules.aim"],
  ["oh-hell.rules.bid", (options) => ruleCards("Ah", "Kh", `${lowest(options)}c`, "→", "2"), bids],
  ["oh-hell.rules.trick", (options) => ruleCards("Qd", "Kd", `${lowest(options)}d`, "→", "Kd"), trick],
  ["oh-hell.rules.trump", (options) => ruleCards("Kd", `${lowest(options)}s`, "→", `${lowest(options)}s`), trumps],
  ["oh-hell.rules.points", null, points],
];

/** The letter of the deck's lowest rank. */
const lowest = ({ start_rank }) => RANKS[start_rank - 2];

const sentences = (...said) => said.filter(Boolean).join(" ");

function bids({ blind, hook }) {
  const bid = text(blind === "full" ? "oh-hell.rules.bid.unseen" : "oh-hell.rules.bid");
  return sentences(bid, hook && text("oh-hell.rules.bid.hook"));
}

function trick(options) {
  return text("oh-hell.rules.trick", { lowest: text(`rank.${lowest(options)}.name`) });
}

function trumps({ blind, trump }) {
  const hidden = blind === "half" && text("oh-hell.rules.trump.unseen");
  return sentences(text("oh-hell.rules.trump"), text(`oh-hell.rules.trump.${trump}`), hidden);
}

function points({ scoring, bonus, points_per_trick: each }) {
  return text(`oh-hell.rules.points.${scoring}`, { bonus, each });
}
