// Oh Hell! in words: how many tricks a bid is about.

import assert from "node:assert/strict";
import { test } from "node:test";

import { change } from "../../../cardtable/page/settings.js";
import { loadTexts } from "../../../cardtable/page/texts.js";
import { status } from "../../../oh_hell_env/table/page/words.js";

const ROOT = new URL("../../../", import.meta.url);

test("one trick is asked for by itself, and 21 are not one", async () => {
  change("language", "ru");
  await loadTexts([new URL("cardtable/page/texts/", ROOT), new URL("oh_hell_env/table/page/texts/", ROOT)]);
  const says = (count) => status({ yours: true, to_move: 0, near: 0, view: { phase: "bid", hand_size: count } }, []);
  assert.equal(says(1), "Ваш заказ: возьмёте ли вы единственную взятку?");
  assert.equal(says(21), "Ваш заказ: сколько из 21 взятки вы возьмёте?");
  assert.equal(says(5), "Ваш заказ: сколько из 5 взяток вы возьмёте?");
});
