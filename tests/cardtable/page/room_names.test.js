// What the seats of a table with friends are called, with and without names.

import assert from "node:assert/strict";
import { test } from "node:test";

import { namesIn, roomTitle, scoreWords } from "../../../cardtable/page/room_names.js";
import { change } from "../../../cardtable/page/settings.js";
import { loadTexts } from "../../../cardtable/page/texts.js";

const place = (seat, agent, name = "", claimed = agent === null) => ({ seat, agent, name, claimed });

test("people without a name are numbered, and agents of one name too", async () => {
  change("language", "en");
  await loadTexts([new URL("../../../cardtable/page/texts/", import.meta.url)]);
  const places = [place(0, null), place(1, null, "Boris"), place(2, "greedy"), place(3, "greedy")];
  const others = [place(4, null, "", false), place(5, "greedy", "Vera")];
  assert.deepEqual(
    namesIn([...places, ...others], (spec) => spec.toUpperCase()),
    ["Player 1", "Boris", "GREEDY 1", "GREEDY 2", "Player 5", "GREEDY (Vera)"],
  );
});

test("a table is called by its host, what is played, and by how many", async () => {
  await loadTexts([new URL("../../../cardtable/page/texts/", import.meta.url)]);
  const places = [0, 1, 2, 3, 4].map((seat) => ({ ...place(seat, null), host: seat === 1 }));
  assert.equal(roomTitle({ host: true, places }, "Durak"), "Your table: Durak, 5 players");
  assert.equal(roomTitle({ host: false, places }, "Durak"), "Table with friends: Durak, 5 players");
  places[1].name = "Anna";
  assert.equal(roomTitle({ host: false, places }, "Durak"), "Anna's table: Durak, 5 players");
});

test("a seat's score is what its game counts, and nothing is not told", async () => {
  await loadTexts([
    new URL("../../../cardtable/page/texts/", import.meta.url),
    new URL("../../../durak_env/table/page/texts/", import.meta.url),
  ]);
  assert.equal(scoreWords({ won: 2, lost: 1 }, {}), "2 wins");
  assert.equal(scoreWords({ won: 2, lost: 1 }, { counts: "lost" }), "1 time the fool");
  assert.equal(scoreWords({ won: 2, lost: 0 }, { counts: "lost" }), "");
});
