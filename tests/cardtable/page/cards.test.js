// The order of a hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inHandOrder } from "../../../cardtable/page/cards.js";

test("trumps come last, colours alternate, and each suit begins with its lowest", () => {
  const cards = ["Ah", "2s", "Tc", "9c", "Kd", "3s", "Qh"];
  assert.deepEqual(inHandOrder(cards, "h"), ["9c", "Tc", "Kd", "2s", "3s", "Qh", "Ah"]);
  assert.deepEqual(inHandOrder(cards, "s"), ["Qh", "Ah", "9c", "Tc", "Kd", "2s", "3s"]);
  assert.deepEqual(inHandOrder(cards, "d"), ["2s", "3s", "Qh", "Ah", "9c", "Tc", "Kd"]);
  for (const unknown of [null, "?"])
    assert.deepEqual(inHandOrder(cards, unknown), ["9c", "Tc", "Kd", "2s", "3s", "Qh", "Ah"]);
  assert.equal(cards[0], "Ah");
});
