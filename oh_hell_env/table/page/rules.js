// The rules of Oh Hell! for a newcomer: a text for each, and cards as pictures.

import { ruleCards } from "/page/rule_pictures.js";

/** Each rule: the name of its texts, and its picture if it has one. */
export const rules = [
  ["oh-hell.rules.aim"],
  ["oh-hell.rules.bid", () => ruleCards("Ah", "Kh", "4c", "→", "2")],
  ["oh-hell.rules.trick", () => ruleCards("9d", "Kd", "3d", "→", "Kd")],
  ["oh-hell.rules.trump", () => ruleCards("Kd", "2s", "→", "2s")],
  ["oh-hell.rules.points"],
];
