// Calls who plays with friends when it is their turn: in the title of the page, and by a vibration on phones.

import { text } from "./texts.js";

const VIBRATION = 200; // milliseconds

const isMine = (state) => Boolean(state?.yours && !state.returns);

/** The title of a page with friends. */
export const turnTitle = (state, title) => (isMine(state) ? `● ${text("room.your_turn")} · ${title}` : title);

/** Vibrates if a new state, after the one before, is the own turn. */
export function signalTurn(state, before) {
  if (isMine(state) && before && !isMine(before)) navigator.vibrate?.(VIBRATION);
}
