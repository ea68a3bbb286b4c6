// What the seats of a table with friends are called, with and without names.

import assert from "node:assert/strict";
import { test } from "node:test";

import { namesIn } from "../../../cardtable/page/room_names.js";
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
