// Who is out hurries the game to its end; the pace before comes back once it is over, or plies are taken back.

import assert from "node:assert/strict";
import { test } from "node:test";

/** As much of an element as a button needs. */
document.createElement = () => {
  const element = { dataset: {}, append() {}, setAttribute() {} };
  element.addEventListener = (_, listener) => (element.click = listener);
  return element;
};

const { ToTheEnd } = await import("../../../cardtable/page/to_the_end.js");

/** A table of one person, who is out or not, and the paces that the page asks for. */
function tableOf() {
  const paces = [];
  const state = { mode: "play", over: false, pace: 0.6, out: true, players: [{ kind: "human", seat: 0 }] };
  const session = { state, ask: async ({ seconds }) => paces.push((state.pace = seconds)) };
  return { paces, state, toTheEnd: new ToTheEnd({ session, game: { isOut: () => state.out } }) };
}

for (const [name, change] of Object.entries({
  "the game is over": { over: true },
  "plies are taken back": { out: false },
  "another game is shown": { mode: "replay" },
}))
  test(`the pace comes back once ${name}`, () => {
    const { paces, state, toTheEnd } = tableOf();
    toTheEnd.button().click();
    toTheEnd.onState();
    assert.deepEqual(paces, [0]);
    assert.equal(toTheEnd.button(), null);
    Object.assign(state, change);
    toTheEnd.onState();
    assert.deepEqual(paces, [0, 0.6]);
  });
