// The opponent in place of a level that does not play at a table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { standIn } from "../../../cardtable/page/agent_choice.js";

const AGENTS = [
  { spec: "low", level: 1 },
  { spec: "middle", level: 2 },
  { spec: "high", level: 3 },
  { spec: "other", level: null },
];

test("the nearest level that plays stands in for one that does not", () => {
  assert.equal(standIn(AGENTS, "high", ["low", "middle", "other"]), "middle");
  assert.equal(standIn(AGENTS, "middle", ["low", "high"]), "low");
  assert.equal(standIn(AGENTS, "low", ["middle", "high"]), "middle");
  assert.equal(standIn(AGENTS, "other", ["low", "high"]), "high");
  assert.equal(standIn([AGENTS[3]], "gone", ["other"]), "other");
});
