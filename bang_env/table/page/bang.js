// Bang! on the page: its table, and its words. What stands on the table comes from the server's view of a seat alone.

import { Board } from "./board.js";

export { eventWords, isOut, lessons, opensLine, plyMarks, plyNotes, status } from "./words.js";
export { rules } from "./rules.js";

export const texts = new URL("./texts/", import.meta.url);
export const styles = [new URL("./bang.css", import.meta.url)];

export const keys = [
  ["E", "bang.key.end"],
  ["N", "bang.key.nothing"],
];

/** The table of the game, in a host element. */
export const createBoard = (host, actions) => new Board(host, actions);
