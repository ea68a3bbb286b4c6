// What an evaluation has found outlives a reload of the page, for the same game alone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepReview, keptReview } from "../../../cardtable/page/kept_review.js";

const STATE = { variant: "durak", players: [{ name: "human" }, { name: "greedy" }], plies: 2 };
const LOG = [{ text: "7c" }, { text: "9c" }];

test("an evaluation is found again for its game, and for no other", () => {
  const entries = new Map([[2, { ply: 2, text: "9c", mistake: { cost: 0.1 } }]]);
  keepReview(STATE, LOG, { agent: "smart", done: false, isPart: true, goesOn: true, entries });
  assert.deepEqual(keptReview(STATE, LOG), { agent: "smart", done: true, isPart: true, goesOn: true, entries });
  assert.equal(keptReview({ ...STATE, plies: 3 }, LOG), null);
  assert.equal(keptReview(STATE, [LOG[0], { text: "take" }]), null);
});
