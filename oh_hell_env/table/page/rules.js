// The rules of Oh Hell! for a newcomer: a text for each, and cards as pictures.

import { ruleCards } from "/page/rule_pictures.js";
import { text } from "/page/texts.js";

/** Each rule: the name of its texts, its picture if it has one, and its words where they follow the options. */
export const rules = [
  ["oh-hell.rules.aim"],
  ["oh-hell.rules.bid", () => ruleCards("Ah", "Kh", "4c", "→", "2"), bids],
  ["oh-hell.rules.trick", () => ruleCards("9d", "Kd", "3d", "→", "Kd")],
  ["oh-hell.rules.trump", () => ruleCards("Kd", "2s", "→", "2s")],
  ["oh-hell.rules.points", null, points],
];

function bids({ hook }) {
  return [text("oh-hell.rules.bid"), hook ? text("oh-hell.rules.bid.hook") : ""].filter(Boolean).join(" ");
}

function points({ scoring, bonus, points_per_trick: each }) {
  return text(`oh-hell.rules.points.${scoring}`, { bonus, each });
}
