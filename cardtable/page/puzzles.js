// Which puzzle comes next, and which ones have been solved at the first try in this browser. Puzzles are numbered from 1.

import { ofBrowser } from "./memory.js";

const DAY = 86_400_000; // milliseconds
const keyOf = (game) => `table-puzzles-${game}`;

/** The puzzle of a day, of so many. */
export function puzzleOfDay(count, date) {
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
  return 1 + (day % count);
}

/** The next puzzle of a level after one, around the end; one that has been solved only if all are. */
export function nextPuzzle(levels, level, after, solved) {
  const numbers = levels.map((_, place) => 1 + ((after + place) % levels.length));
  const fitting = numbers.filter((number) => levels[number - 1] === level && number !== after);
  return fitting.find((number) => !solved.includes(number)) ?? fitting[0] ?? after;
}

/** The numbers of the puzzles of a game that have been solved at the first try. */
export function solvedPuzzles(game) {
  try {
    const kept = JSON.parse(ofBrowser.get(keyOf(game)) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // something else is kept under this key
  }
}

/** Keeps that a puzzle has been solved at the first try. */
export function noteSolved(game, number) {
  ofBrowser.set(keyOf(game), JSON.stringify([...new Set([...solvedPuzzles(game), number])]));
}
