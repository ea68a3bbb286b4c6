// Bang! in words: what is to be done at the limit of the hand, and why a card has no use now.

import assert from "node:assert/strict";
import { test } from "node:test";

import { loadTexts } from "../../../cardtable/page/texts.js";
import { barredWords, status } from "../../../bang_env/table/page/words.js";

const ROOT = new URL("../../../", import.meta.url);
const NAMES = ["You", "Anna"];

/** The state of a person with cards and lives whose turn it is. */
const state = (phase, cards, lives, barred = {}) => ({
  yours: true,
  to_move: 0,
  near: 0,
  view: { phase, cause: "none", source: null, seats: [{ hand: Array(cards).fill("bang Ah"), lives }], barred },
});

test("who holds too many cards is told how many to discard, and that the end comes after", async () => {
  await loadTexts([new URL("cardtable/page/texts/", ROOT), new URL("bang_env/table/page/texts/", ROOT)]);
  const says = (...position) => status(state(...position), NAMES);
  assert.equal(says("playing", 4, 4), "Your turn: play cards, then end it.");
  assert.equal(
    says("playing", 5, 4),
    "Your turn: play cards. Before you can end it, discard 1 card: you keep 4 at most.",
  );
  assert.equal(says("discarding", 6, 4), "Discard 2 more cards: you keep 4 at most. Then you can end the turn.");
  assert.equal(says("discarding", 4, 4), "You may discard more, or end the turn.");
});

test("a card without a use says why", () => {
  const barred = {
    mancato: { code: "answers_only", words: {} },
    bang: { code: "answer", words: { card: "mancato" } },
  };
  const why = (card) => barredWords(state("playing", 4, 4, barred), card);
  assert.equal(why("mancato Qc"), "Not in your turn: keep it until somebody shoots at you.");
  assert.equal(why("bang Ah"), "Not now: only Mancato helps you here.");
  assert.equal(why("birra 6h"), "");
});
