// How a person has done against a level: only whole games against one agent count, each once.

import assert from "node:assert/strict";
import { test } from "node:test";

import { noteResult, resultsAgainst } from "../../../cardtable/page/own_results.js";

const PLAYERS = [
  { name: "you", kind: "human" },
  { name: "greedy", kind: "agent" },
];
const goesOn = { mode: "play", players: PLAYERS, returns: null };
const over = (...returns) => ({ ...goesOn, returns });

test("a game counts once, and no longer if its end is taken back", () => {
  noteResult("durak", over(1, -1), goesOn);
  noteResult("durak", over(1, -1), over(1, -1));
  noteResult("durak", over(-1, 1), goesOn);
  noteResult("durak", over(0, 0), goesOn);
  assert.deepEqual(resultsAgainst("durak", "greedy"), { games: 3, won: 1 });
  noteResult("durak", goesOn, over(1, -1));
  assert.deepEqual(resultsAgainst("durak", "greedy"), { games: 2, won: 0 });
  assert.deepEqual(resultsAgainst("durak", "smart"), { games: 0, won: 0 });
  assert.deepEqual(resultsAgainst("bang", "greedy"), { games: 0, won: 0 });
});

test("a page that is loaded at the end, a replay, and games of others count for nothing", () => {
  localStorage.clear();
  noteResult("durak", over(1, -1), null);
  noteResult("durak", { ...over(1, -1), mode: "replay" }, goesOn);
  noteResult("durak", { ...over(1, 0, -1), players: [...PLAYERS, { name: "smart", kind: "agent" }] }, goesOn);
  noteResult("durak", { ...over(1, -1), players: [PLAYERS[0], PLAYERS[0]] }, goesOn);
  assert.equal(localStorage.length, 0);
});

test("what is kept by something else is none", () => {
  localStorage.setItem("table-results-durak", "not JSON");
  assert.deepEqual(resultsAgainst("durak", "greedy"), { games: 0, won: 0 });
});
