// What a stranger's game may make play here.

import assert from "node:assert/strict";
import { test } from "node:test";

import { mayPlay } from "../../../cardtable/page/harmless.js";

const AGENTS = [
  { spec: "greedy", harmless: true, writes: [] },
  { spec: "strategy", harmless: true, writes: ["keep"] },
  { spec: "exec", harmless: false, writes: [] },
  { spec: "my_module:agent", harmless: true, writes: [] },
];

for (const spec of ["greedy", "strategy", "strategy:c=1,iterations=20", "my_module:agent"])
  test(`${spec} may play`, () => assert.equal(mayPlay(AGENTS, spec), true));

for (const spec of [
  "exec",
  "exec:./program",
  "other",
  "other_module:agent",
  "greedy:opponent=exec:./program",
  "strategy:keep=file",
  "strategy:c=1, keep = file",
])
  test(`${spec} may not play`, () => assert.equal(mayPlay(AGENTS, spec), false));
