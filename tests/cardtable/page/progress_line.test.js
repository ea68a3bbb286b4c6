// Of what gets ready at once each line tells its own part: an opponent at the table, hints beside the position.

import assert from "node:assert/strict";
import { before, beforeEach, mock, test } from "node:test";

import { ProgressLine } from "../../../cardtable/page/progress_line.js";
import { loadTexts } from "../../../cardtable/page/texts.js";

const PURPOSES = { rival: "play", partner: "play", adviser: "hints" };

/** As much of an element as a line needs. */
document.createElement = () => ({
  isConnected: true,
  children: [],
  setAttribute() {},
  append(...children) {
    this.children.push(...children);
  },
  replaceChildren(...children) {
    this.children = children;
  },
});

/** A line that tells of opponents: what gets ready, and what it says, the words and the seconds apart. */
function lineOfPlay() {
  const line = new ProgressLine({ agents: [] }, { purposeOf: (spec) => PURPOSES[spec], purposes: ["play"] });
  return {
    begins: (agent) => line.onProgress({ agent, done: false }),
    ends: (agent) => line.onProgress({ agent, done: true }),
    says: () => {
      const [note] = line.element.children;
      return note ? [note.children[0].split(".")[0], note.children.at(-1).textContent] : null;
    },
  };
}

before(() => loadTexts([new URL("../../../cardtable/page/texts/", import.meta.url)]));

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
});

test("an opponent that gets ready is told of although hints begin and end meanwhile", () => {
  const { begins, ends, says } = lineOfPlay();
  begins("rival");
  begins("adviser");
  mock.timers.tick(300);
  assert.deepEqual(says(), ["Getting ready to play: rival", "0 s so far."]);
  ends("adviser");
  mock.timers.tick(1000);
  begins("adviser");
  mock.timers.tick(2000);
  assert.deepEqual(says(), ["Getting ready to play: rival", "3 s so far."]);
  ends("rival");
  mock.timers.tick(300);
  assert.equal(says(), null);
});

test("of two opponents at once the one that is not ready stays in sight", () => {
  const { begins, ends, says } = lineOfPlay();
  begins("rival");
  begins("partner");
  mock.timers.tick(300);
  assert.equal(says()[0], "Getting ready to play: partner");
  ends("partner");
  mock.timers.tick(1000);
  assert.equal(says()[0], "Getting ready to play: rival");
  ends("rival");
  mock.timers.tick(300);
  assert.equal(says(), null);
});
