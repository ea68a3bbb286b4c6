// What a mistake has cost, and why no card may be played, in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CardTable } from "../../../cardtable/page/card_table.js";
import { costWords } from "../../../cardtable/page/mistake_cost.js";
import { waitsWords } from "../../../cardtable/page/seats.js";
import { change } from "../../../cardtable/page/settings.js";
import { loadTexts } from "../../../cardtable/page/texts.js";

const TEXTS = new URL("../../../cardtable/page/texts/", import.meta.url);

async function speak(language) {
  change("language", language);
  await loadTexts([TEXTS]);
}

test("a cost is below zero, and so are both ends of its interval", async () => {
  const searched = { cost: 0.068, exact: false, interval: [0.019, 0.118] };
  await speak("en");
  assert.equal(costWords(searched), "−6.8% (−11.8% to −1.9%)");
  assert.equal(costWords({ cost: 0.5, exact: true, interval: null }), "−50%, exact");
  const slight = { cost: 0.031, exact: false, interval: [0.0004, 0.063] };
  assert.equal(costWords(slight), "−3.1% (−6.3% to 0.0%)");
  await speak("ru");
  assert.equal(costWords(searched), "−6,8\u00a0% (от −11,8\u00a0% до −1,9\u00a0%)");
});

test("who waits for the user is told so in the second person", async () => {
  await speak("en");
  assert.equal(waitsWords("Anna"), "Anna is to move …");
  assert.equal(waitsWords("You"), "You are to move …");
  await speak("ru");
  assert.equal(waitsWords("Вы"), "Ходите вы …");
});

test("a card that may not be played says whether it is the turn, the ply or the game", async () => {
  await speak("en");
  const why = (state) => Object.getOwnPropertyDescriptor(CardTable.prototype, "whyIdle").get.call({ state });
  const now = { mode: "play", ply: 5, plies: 5, over: false, returns: null };
  assert.equal(why(now), "It is not your turn.");
  assert.equal(why({ ...now, ply: 3 }), "This is an earlier position: go to the last one to play.");
  assert.equal(why({ ...now, ply: 3, over: true }), "This is an earlier position of a game that is over.");
  assert.equal(why({ ...now, over: true, returns: [1, -1] }), "The game is over.");
  assert.match(why({ ...now, mode: "replay", ply: 3 }), /Play on from here/);
});
