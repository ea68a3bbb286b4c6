// Oh Hell! on the page: its table, and its words. What stands on the table comes from the server's view of a seat alone.

import { Board } from "./board.js";

export { eventWords, opensLine, plyMarks, status } from "./words.js";

export { rules } from "./rules.js";

export const texts = new URL("./texts/", import.meta.url);
export const styles = [new URL("./oh_hell.css", import.meta.url)];

/** How long a game is: the words and the rules of each. */
export const lengths = [
  ["oh-hell.length.short", { hand_size: 5 }],
  ["oh-hell.length.whole", {}],
];

export const keys = [["0 – 9", "oh-hell.key.bid"]];

/** The table of the game, in a host element. */
export const createBoard = (host, actions) => new Board(host, actions);
