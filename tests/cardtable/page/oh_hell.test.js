// Oh Hell! in words: how many tricks a bid is about, and what the rules of a table pay.

import assert from "node:assert/strict";
import { test } from "node:test";

import { change } from "../../../cardtable/page/settings.js";
import { loadTexts } from "../../../cardtable/page/texts.js";
import { rules } from "../../../oh_hell_env/table/page/rules.js";
import { roundWords } from "../../../oh_hell_env/table/page/scores.js";
import { status } from "../../../oh_hell_env/table/page/words.js";

const ROOT = new URL("../../../", import.meta.url);

async function speak(language) {
  change("language", language);
  await loadTexts([new URL("cardtable/page/texts/", ROOT), new URL("oh_hell_env/table/page/texts/", ROOT)]);
}

test("one trick is asked for by itself, and 21 are not one", async () => {
  await speak("ru");
  const says = (count) => status({ yours: true, to_move: 0, near: 0, view: { phase: "bid", hand_size: count } }, []);
  assert.equal(says(1), "Ваш заказ: возьмёте ли вы единственную взятку?");
  assert.equal(says(21), "Ваш заказ: сколько из 21 взятки вы возьмёте?");
  assert.equal(says(5), "Ваш заказ: сколько из 5 взяток вы возьмёте?");
});

test("the rules say what the options of the table pay and forbid", async () => {
  await speak("en");
  const words = (name, options) => rules.find(([one]) => one === `oh-hell.rules.${name}`)[2](options);
  const paid = { bonus: 20, points_per_trick: 2 };
  assert.equal(
    words("points", { scoring: "standard", ...paid }),
    "Points: 2 for each trick, and 20 more for a bid made.",
  );
  assert.match(words("points", { scoring: "penalty", ...paid }), /costs 2 for each trick too many or too few/);
  assert.match(words("bid", { blind: "none", hook: false }), /looks at the hand/);
  assert.match(words("bid", { blind: "full", hook: false }), /before seeing it/);
  assert.match(words("trick", { start_rank: 7 }), /from the 7 up to the ace/);
  assert.match(words("trick", { start_rank: 11 }), /from the jack up to the ace/);
  assert.match(words("trump", { blind: "half", trump: "turn_up" }), /card turned up .* show after the last bid/);
  assert.match(words("bid", { hook: true }), /may not add up/);
  assert.doesNotMatch(words("bid", { hook: false }), /add up/);
});

test("each choice of the rules is said in Russian too", async () => {
  await speak("ru");
  const words = (name, options) => rules.find(([one]) => one === `oh-hell.rules.${name}`)[2](options);
  assert.match(words("trick", { start_rank: 7 }), /младшая в колоде — семёрка/);
  assert.match(words("bid", { blind: "full", hook: true }), /не видя своих карт/);
  for (const trump of ["rotation", "turn_up", "random"])
    assert.match(words("trump", { blind: "half", trump }), /[Кк]озыр.* Они открываются после последнего заказа/);
});

test("a round that is over says what each has made", async () => {
  const ended = { paid: [15, -2, 0] };
  await speak("en");
  assert.equal(roundWords(ended, 1, ["You", "Anna", "Boris"]), "Round 1 is over: You +15, Anna −2, Boris +0.");
  await speak("ru");
  assert.equal(roundWords(ended, 1, ["Вы", "Анна", "Борис"]), "Раунд 1 окончен: Вы +15, Анна −2, Борис +0.");
});
