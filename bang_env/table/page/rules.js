// The rules of Bang! for a newcomer: a text for each, and cards as pictures.

import { make } from "/page/elements.js";
import { lyingCard } from "./pictures.js";

const row = (...cards) =>
  make(
    "div",
    { class: "rule-cards" },
    cards.map((card) => lyingCard(card)),
  );

/** Each rule: the name of its texts, and its picture if it has one. */
export const rules = [
  ["bang.rules.aim"],
  ["bang.rules.turn"],
  ["bang.rules.shot", () => row("bang Ah", "mancato Qc", "birra 6h")],
  ["bang.rules.distance", () => row("schofield Ks", "mirino As", "mustang 8h")],
  ["bang.rules.all", () => row("gatling Th", "indiani Kd", "duello 8c")],
  ["bang.rules.take", () => row("panico Jh", "cat_balou Kh", "emporio 9c")],
  ["bang.rules.blue", () => row("barile Qs", "prigione Js", "dinamite 2h")],
  ["bang.rules.death"],
];
