// The count of games won at a table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Tally } from "../../../cardtable/page/tally.js";
import { loadTexts } from "../../../cardtable/page/texts.js";

const ROOT = new URL("../../../", import.meta.url);
const PLAYERS = [{ name: "human" }, { name: "greedy" }];
const state = (returns, plies = 9, players = PLAYERS) => ({ mode: "play", players, returns, plies });

test("games are counted once, by name, and a game taken back is not", async () => {
  await loadTexts([new URL("cardtable/page/texts/", ROOT)]);
  const tally = new Tally();
  const names = ["You", "Anna"];
  let before = null;
  const play = (...states) =>
    states.forEach((one) => {
      tally.note(one, before);
      before = one;
    });
  play(state(null), state([1, -1]), state([1, -1]));
  assert.equal(tally.words(names), ""); // a sum of one game is none
  play(state([1, -1]), state(null, 0), state([-1, 1]), state(null, 8), state([1, -1]), state(null, 0), state([0, 0]));
  assert.equal(tally.words(names), "3 games, won: You 2, Anna 0");
  const swapped = PLAYERS.toReversed();
  play(state(null, 0, swapped), state([-1, 1], 9, swapped));
  assert.equal(tally.words(["Anna", "You"]), "4 games, won: Anna 0, You 3");
  play(state(null), state([1, -1], 9, [{ name: "human" }, { name: "smart" }]));
  assert.equal(tally.words(names), "");
});
