// Durak on the page: its table, and its words. What stands on the table comes from the server's view of a seat alone.

import { Board } from "./board.js";

export { eventWords, isOut, lessons, mistakeWords, opensLine, plyMarks, status } from "./words.js";

export { rules } from "./rules.js";

export const texts = new URL("./texts/", import.meta.url);
export const styles = [new URL("./durak.css", import.meta.url)];

export const keys = [
  ["T", "durak.key.take"],
  ["D", "durak.key.done"],
];

/** Who loses is what the score of an evening tells. */
export const counts = "lost";

/** The table of the game, in a host element. */
export const createBoard = (host, actions) => new Board(host, actions);
