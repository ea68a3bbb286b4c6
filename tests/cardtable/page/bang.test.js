// Bang! in words: what is to be done at the limit of the hand, why a card has no use now, what follows a ply by itself.

import assert from "node:assert/strict";
import { test } from "node:test";

import { change } from "../../../cardtable/page/settings.js";
import { loadTexts, text } from "../../../cardtable/page/texts.js";
import { cardTitle, kindNote } from "../../../bang_env/table/page/pictures.js";
import {
  actionWords,
  barredWords,
  eventWords,
  lately,
  lessons,
  plyNotes,
  status,
} from "../../../bang_env/table/page/words.js";

const ROOT = new URL("../../../", import.meta.url);
const NAMES = ["You", "Anna"];

/** The state of a person with cards and lives whose turn it is. */
const state = (phase, cards, lives, barred = {}) => ({
  yours: true,
  to_move: 0,
  near: 0,
  events: [],
  view: { phase, cause: "none", source: null, seats: [{ hand: Array(cards).fill("bang Ah"), lives }], barred },
});

async function speak(language) {
  change("language", language);
  await loadTexts([new URL("cardtable/page/texts/", ROOT), new URL("bang_env/table/page/texts/", ROOT)]);
}

test("who holds too many cards is told how many to discard, and that the end comes after", async () => {
  await speak("en");
  const says = (...position) => status(state(...position), NAMES);
  assert.equal(says("playing", 4, 4), "Your turn: play cards, then end it.");
  assert.equal(
    says("playing", 5, 4),
    "Your turn: play cards. Before you can end it, discard 1 card: you keep 4 at most.",
  );
  assert.equal(says("discarding", 6, 4), "Discard 2 more cards: you keep 4 at most. Then you can end the turn.");
  assert.equal(says("discarding", 4, 4), "You may discard more, or end the turn.");
});

test("who stays in jail, or is in a duel, reads why the cards do not help", async () => {
  await speak("en");
  const jailed = { ...state("discarding", 4, 4), events: [effect("jailed", 0)] };
  assert.match(status(jailed, NAMES), /^No heart was turned up: you stay in jail .* end the turn\.$/);
  const duel = (source) => {
    const { view, ...rest } = state("duelling", 1, 4);
    return status({ ...rest, view: { ...view, source } }, NAMES);
  };
  assert.equal(duel(1), "Anna duels with you: lay a Bang!, or lose a life.");
  assert.equal(duel(0), "Your duello comes back: lay a Bang!, or lose a life.");
});

test("the result says by what a side has won, and newcomers read what theirs wins by", async () => {
  await speak("en");
  const over = (returns, ...seats) =>
    status({ returns, view: { seats: seats.map(([role, alive]) => ({ role, alive })) } }, NAMES);
  const [sheriff, fallen] = [
    ["sheriff", true],
    ["sheriff", false],
  ];
  assert.match(over([1, -1], sheriff, ["outlaw", false]), /^The Outlaws and the Renegade are dead\. Your team wins/);
  assert.match(over([-1, 1, 1], fallen, ["outlaw", true], ["unknown", true]), /^The Sheriff is dead\. Your team loses/);
  assert.match(over([-1, 1], fallen, ["renegade", true]), /^Only the Renegade is left\./);
  assert.match(over([-1, 1, 1], fallen, ["outlaw", true], ["outlaw", false]), /^The Sheriff is dead\./);
  const told = (yours, role) => lessons({ yours, near: 0, view: { seats: [{ role }] } }).map((lesson) => text(lesson));
  assert.match(told(true, "outlaw")[0], /^You are an Outlaw: you win when the Sheriff dies/);
  assert.deepEqual([told(false, "outlaw"), told(true, "unknown")], [[], []]);
});

test("a button in the box of a card names whom and what it meets, the log the card as well", async () => {
  await speak("en");
  const action = { text: "cat_balou 1 hand", card: "cat_balou", target: 1, place: "hand" };
  assert.equal(actionWords(action, NAMES, { isButton: true }), "Anna, a hand card");
  assert.equal(actionWords(action, NAMES), "Cat Balou: Anna, a hand card");
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

const effect = (kind, seat, more = {}) => ({
  kind,
  seat,
  cards: [],
  to: null,
  count: 0,
  left: null,
  role: null,
  ...more,
});
const SHOT = {
  text: "nothing",
  events: [
    { kind: "played", seat: 1, text: "nothing", card: null, target: null, place: null },
    effect("miss", 1, { cards: ["bang Qh", "birra 6h"] }),
    effect("hurt", 1, { count: 1, left: 3 }),
    effect("hurt", 1, { count: 3, left: 0 }),
    effect("taken", 0, { to: 1 }),
    effect("eliminated", 1, { role: "outlaw" }),
  ],
};

test("what follows a ply by itself has a line each in the list of plies", async () => {
  await speak("en");
  assert.deepEqual(plyNotes(SHOT, NAMES), [
    "Anna: Bang! Q♥ and Birra 6♥ turned up, a heart: a miss",
    "Anna: a life lost, 3 left",
    "Anna: 3 lives lost, 0 left",
    "You: a card lost to Anna",
    "Anna: out of the game, Outlaw",
  ]);
  await speak("ru");
  assert.deepEqual(plyNotes(SHOT, NAMES), [
    "Anna: открыто — Bang! Д♥ и Birra 6♥; черва, промах",
    "Anna: минус 1 жизнь, осталось 3",
    "Anna: минус 3 жизни, осталось 0",
    "You: потеря — карта; новый хозяин — Anna",
    "Anna: вне игры, роль — бандит",
  ]);
});

test("of what has happened up to a ply, the last three things that say something are told", async () => {
  await speak("en");
  const played = (ply, action) => ({ ply, events: [{ ...SHOT.events[0], text: action }] });
  const drew = { ply: 2, events: [effect("drew", 0, { count: 2 })] };
  const log = [played(1, "end"), drew, { ply: 3, ...SHOT }, played(4, "end"), played(5, "nothing")];
  assert.deepEqual(lately(log, 2, NAMES), []);
  assert.deepEqual(lately(log, 4, NAMES), [
    "Anna: 3 lives lost, 0 left",
    "You: a card lost to Anna",
    "Anna: out of the game, Outlaw",
  ]);
  assert.equal(lately(log, 5, NAMES).at(-1), "Anna: Take the hit");
});

test("what has struck the own seat since its last ply stays in sight, and discards are not told", async () => {
  await speak("en");
  const played = (ply, seat, action) => ({ ply, seat, events: [{ ...SHOT.events[0], seat, text: action }] });
  const robbed = { ply: 2, seat: 1, events: [effect("taken", 0, { to: 1 })] };
  const later = [3, 4, 5].map((ply) => played(ply, 1, "nothing"));
  const log = [played(1, 0, "end"), robbed, ...later, played(6, 1, "discard bang")];
  const ANNA = "Anna: Take the hit";
  assert.deepEqual(lately(log, 6, NAMES, 0), ["You: a card lost to Anna", ANNA, ANNA]);
  assert.deepEqual(lately([...log, played(7, 0, "nothing")], 7, NAMES, 0), [ANNA, ANNA, "You: Take the hit"]);
});

test("screen readers hear the same, with the cards in words", async () => {
  await speak("en");
  const [played, turned] = SHOT.events;
  assert.equal(eventWords(played, NAMES), "Anna: Take the hit");
  assert.equal(eventWords(turned, NAMES).slice(0, 40), "Anna: Bang!, queen of hearts and Birra, ");
});

test("an Italian name is followed by what it means", async () => {
  await speak("en");
  assert.equal(kindNote("mancato"), "Mancato (Missed!): answers a shot");
  assert.equal(cardTitle("gatling Th"), "Gatling, 10 of hearts");
  await speak("ru");
  assert.equal(cardTitle("birra 6h"), "Birra (Пиво), шестёрка червей");
});
