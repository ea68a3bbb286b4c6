// The rules of Bang! for a newcomer: a text for each, and cards as pictures.

import { make } from "/page/elements.js";
import { keysOf, text } from "/page/texts.js";
import { kindTitle, lyingCard } from "./pictures.js";

const row = (...cards) =>
  make(
    "div",
    { class: "rule-cards" },
    cards.map((card) => lyingCard(card)),
  );

/** The names of all cards, or of all characters, with what each does. */
const list = (what) =>
  make(
    "dl",
    { class: "rule-list" },
    keysOf(`bang.${what}.`).map((name) =>
      make("div", {}, make("dt", {}, kindTitle(name)), make("dd", {}, text(`bang.${what}.${name}`))),
    ),
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
  ["bang.rules.cards", () => list("card")],
  ["bang.rules.characters", () => list("character")],
];
