// Durak in words: what may be done, what is explained when it first comes up, and why a ply was a mistake.

import assert from "node:assert/strict";
import { test } from "node:test";

import { change } from "../../../cardtable/page/settings.js";
import { loadTexts } from "../../../cardtable/page/texts.js";
import { rules } from "../../../durak_env/table/page/rules.js";
import { lessons, mistakeWords, status } from "../../../durak_env/table/page/words.js";

const ROOT = new URL("../../../", import.meta.url);
const DECK = ["c", "d", "h", "s"].flatMap((suit) => [..."6789TJQKA"].map((rank) => rank + suit));

/** The state of a person who is to move in a phase and may do some things. */
const state = (phase, actions, table = []) => ({
  yours: true,
  to_move: 0,
  near: 0,
  legal: actions.map((text) => ({ text })),
  view: { phase, table, deck: DECK, trump_suit: "s", defender: 1 },
});

async function speak(language) {
  change("language", language);
  await loadTexts([new URL("cardtable/page/texts/", ROOT), new URL("durak_env/table/page/texts/", ROOT)]);
}

const SAID = [
  [state("attack", ["6c"]), "Your attack: lay any card.", "Ваш ход: ходите с любой карты."],
  [
    state("defence", ["9c", "take"], [["8c", null]]),
    "Beat the 8 of clubs, or take.",
    "Побейте восьмёрку треф или берите.",
  ],
  [
    state(
      "defence",
      ["take"],
      [
        ["Ah", "6s"],
        ["8c", null],
      ],
    ),
    "You have nothing that beats the 8 of clubs: take.",
    "Побить восьмёрку треф нечем: берите.",
  ],
  [
    state("defence", ["9c", ">h", "take"], [["8c", null]]),
    "Beat the 8 of clubs, pass the attack on, or take.",
    "Побейте восьмёрку треф, переведите или берите.",
  ],
  [
    state("throw-in", ["8h", "7c", "8d", "done"]),
    "You may throw in another 7 or 8, or say done.",
    "Можно подкинуть семёрку или восьмёрку. Или скажите «бито».",
  ],
  [state("throw-in", ["done"]), "You have nothing to throw in: say done.", "Подкинуть нечего: скажите «бито»."],
  [
    state("throw-in after take", ["Qh", "done"]),
    "Anna takes. You may add another queen, or say done.",
    "Anna берёт. Можно подкинуть ещё даму.",
  ],
];

test("the line above the table says what may be done", async () => {
  for (const [place, language] of ["en", "ru"].entries()) {
    await speak(language);
    for (const [position, ...words] of SAID) assert.equal(status(position, ["You", "Anna"]), words[place]);
  }
});

test("throw-ins and transfers are explained to who may make them", () => {
  assert.deepEqual(lessons(state("throw-in", ["7c", "done"])), ["durak.lesson.throw_in"]);
  assert.deepEqual(lessons(state("defence", ["show", ">h", "take"])), ["durak.lesson.show", "durak.lesson.transfer"]);
  assert.deepEqual(lessons({ ...state("throw-in", ["7c"]), yours: false }), []);
});

test("a mistake has a reason where the two actions show one", async () => {
  await speak("en");
  const why = (played, better) => mistakeWords({ text: played, best: { text: better } }, state("defence", []));
  assert.equal(why("6s", "9c"), "It gives up a trump where another card does.");
  assert.equal(why("Kc", "9c"), "It spends a higher card than needed.");
  assert.equal(why("take", "9c"), "It takes up cards that could be beaten.");
  assert.equal(why("done", "9c"), "It stops, although a card could be played.");
  assert.equal(why("As", "take"), "Beating costs more here than taking.");
  assert.equal(why("Ah", "done"), "It gives a card away that is better kept.");
  assert.equal(why("9c", ">h"), "The attack could be passed on.");
  assert.equal(why("6c", "9c"), "");
  const pairs = (pair, better) => mistakeWords({ text: "6c", pair, best: better }, state("attack", []));
  assert.equal(pairs(true, { text: "7d", pair: false }), "It lets a pair go: the other card of its rank stays alone.");
  assert.equal(pairs(true, { text: "7d", pair: true }), "");
  assert.equal(pairs(false, { text: "7d", pair: false }), "");
});

test("the rules say who may throw in and whether attacks are passed on at this table", async () => {
  await speak("en");
  const words = (name, options) => rules.find(([one]) => one === `durak.rules.${name}`)[2](options);
  const most = { max_attack_cards: 6 };
  assert.match(
    words("throw_in", { throw_in: "all" }),
    /The attacker may add first, then the defender's other opponents/,
  );
  assert.match(words("throw_in", { throw_in: "neighbours" }), /the player after the defender/);
  assert.match(words("throw_in", { throw_in: "attacker", ...most }), /Only the attacker .* 6 attack cards at most\.$/);
  assert.doesNotMatch(words("throw_in", { throw_in: "all", max_attack_cards: null }), /at most/);
  assert.match(words("transfer", { transfer: false }), /^Not at this table/);
  assert.match(words("transfer", { transfer: true }), /^At this table attacks may be passed on/);
});

test("who watches is told who has won, whoever sits near", async () => {
  await loadTexts([new URL("cardtable/page/texts/", ROOT), new URL("durak_env/table/page/texts/", ROOT)]);
  const over = { ...state("over", []), returns: [1, -1], players: [{ kind: "human" }, { kind: "human" }] };
  assert.equal(status(over, ["You", "Boris"]), "You win.");
  assert.equal(status(over, ["Anna", "You"]), "You are the fool.");
  assert.match(status(over, ["Anna", "Boris"]), /Boris/);
});

test("who is out is told so, unless a partner may still lose", async () => {
  await speak("en");
  const waiting = (hand, size, rules = {}) => ({
    yours: false,
    to_move: 1,
    near: 0,
    rules,
    view: { hands: [hand, ["6c"]], talon: { size } },
  });
  const names = ["You", "Anna"];
  assert.equal(status(waiting([], 0), names), "You are out: you cannot lose.");
  assert.equal(status(waiting([], 3), names), "Anna is to move …");
  assert.equal(status(waiting(["7c"], 0), names), "Anna is to move …");
  assert.equal(status(waiting([], 0, { num_teams: 2 }), names), "Anna is to move …");
});
