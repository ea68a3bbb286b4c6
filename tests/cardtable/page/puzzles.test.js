// A puzzle a day, the next one of a level, and what has been solved.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nextPuzzle, noteSolved, puzzleOfDay, solvedPuzzles } from "../../../cardtable/page/puzzles.js";

test("each day of a year has a puzzle of its own", () => {
  const days = Array.from({ length: 365 }, (_, day) => puzzleOfDay(365, new Date(2026, 0, 1 + day, 23, 59)));
  assert.deepEqual(new Set(days), new Set(days.map((_, place) => place + 1)));
  assert.equal(puzzleOfDay(365, new Date(2027, 4, 5, 0, 1)), puzzleOfDay(365, new Date(2027, 4, 5, 23, 59)));
});

test("the next puzzle has the level chosen, and has not been solved while another is left", () => {
  const levels = [0, 1, 0, 1, 0];
  assert.equal(nextPuzzle(levels, 0, 1, []), 3);
  assert.equal(nextPuzzle(levels, 0, 1, [3]), 5);
  assert.equal(nextPuzzle(levels, 1, 4, [2, 4]), 2);
  assert.equal(nextPuzzle(levels, 0, 5, [1, 3]), 1);
  assert.equal(nextPuzzle([2], 2, 1, []), 1);
});

test("solved puzzles are kept by game, each once", () => {
  for (const number of [4, 2, 4]) noteSolved("durak", number);
  assert.deepEqual(solvedPuzzles("durak"), [4, 2]);
  assert.deepEqual(solvedPuzzles("bang"), []);
});
