// The count of games won at a table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Tally, tallyWords } from "../../../cardtable/page/tally.js";
import { loadTexts } from "../../../cardtable/page/texts.js";

const ROOT = new URL("../../../", import.meta.url);
const PLAYERS = [{ name: "human" }, { name: "greedy" }];
const state = (returns, plies = 9, players = PLAYERS) => ({ mode: "play", players, returns, plies });

test("a game may count who loses", async () => {
  await loadTexts(["cardtable/page/texts/", "durak_env/table/page/texts/"].map((folder) => new URL(folder, ROOT)));
  const tally = new Tally();
  const games = [state([1, -1]), state(null, 0), state([-1, 1]), state(null, 0), state([1, -1]), state(null, 0)];
  games.forEach((one, place) => tally.note(one, games[place - 1] ?? state(null)));
  const words = tallyWords(tally.score, ["You", "Anna"], { counts: "lost" });
  assert.equal(words, "3 games, the fool: You 1, Anna 2");
});

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
  assert.equal(tallyWords(tally.score, names, {}), ""); // a sum of one game is none
  play(state([1, -1]), state(null, 0), state([-1, 1]), state(null, 8), state([1, -1]), state(null, 0), state([0, 0]));
  assert.equal(tallyWords(tally.score, names, {}), "3 games, won: You 2, Anna 0");
  const swapped = PLAYERS.toReversed();
  play(state(null, 0, swapped), state([-1, 1], 9, swapped));
  assert.equal(tallyWords(tally.score, ["Anna", "You"], {}), "4 games, won: Anna 0, You 3");
  play(state(null), state([1, -1], 9, [{ name: "human" }, { name: "smart" }]));
  assert.equal(tallyWords(tally.score, names, {}), "");
});
