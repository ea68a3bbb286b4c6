// What an agent is called: its level in words, else what it is and its parameters in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { agentName, agentNote, opponentName } from "../../../cardtable/page/agent_name.js";
import { change } from "../../../cardtable/page/settings.js";
import { loadTexts } from "../../../cardtable/page/texts.js";

const ROOT = new URL("../../../", import.meta.url);

async function speak(language) {
  change("language", language);
  await loadTexts([new URL("cardtable/page/texts/", ROOT), new URL("durak_env/table/page/texts/", ROOT)]);
}

const NAMED = [
  ["champion-search", "Champion with search", "Чемпион с поиском"],
  ["ismcts:simulations=1", "Tree search, 1 simulation", "Поиск по дереву, 1 симуляция"],
  ["ismcts:simulations=5000", "Tree search, 5,000 simulations", "Поиск по дереву, 5000 симуляций"],
  [
    "champion:generation=1,endgame=exact",
    "Champion, generation 1, exact endgames",
    "Чемпион, поколение 1, точные окончания",
  ],
  ["champion:temperature=0.12", "Champion, temperature 0.12", "Чемпион, температура 0,12"],
  [
    "champion-search:opponent=(x:a=(y:b,c),d),simulations=1",
    "Champion with search, opponent (x:a=(y:b,c),d), 1 simulation",
    "Чемпион с поиском, opponent (x:a=(y:b,c),d), 1 симуляция",
  ],
  ["minimax:order=greedy", "Minimax search, order greedy", "Минимаксный поиск, order greedy"],
  ["policy:best.safetensors", "Neural network, best.safetensors", "Нейросеть, best.safetensors"],
  ["exec:./program", "exec:./program", "exec:./program"],
];

test("an agent is called by what it is and by its parameters", async () => {
  for (const [place, language] of ["en", "ru"].entries()) {
    await speak(language);
    for (const [spec, ...names] of NAMED) assert.equal(agentName(spec).replaceAll("\u00a0", ""), names[place]);
  }
});

test("a long name loses its middle", () => {
  assert.equal(agentName(`exec:${"a".repeat(100)}`).length, 61);
});

test("a level is called by its word, and described by what it is", async () => {
  await speak("en");
  const levels = ["random", "ismcts:simulations=10"].map((spec, level) => ({ spec, level: level + 1, help: "" }));
  const agents = [...levels, { spec: "own.py:agent", level: null, help: "An agent of one's own." }];
  assert.equal(opponentName(agents, "ismcts:simulations=10"), "Grandmaster");
  assert.equal(opponentName(agents, "greedy"), "Greedy");
  assert.match(agentNote(agents, "ismcts:simulations=10"), /^Searches a tree/);
  assert.equal(agentNote(agents, "own.py:agent"), "An agent of one's own.");
});
