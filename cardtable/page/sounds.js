// Short sounds for a card, the own turn and the end of a game; unless the user has chosen, on among friends alone.

import { settings } from "./settings.js";

/** By sound: the pitches in Hz, one after the other, and how long each lasts in seconds. */
const NOTES = { card: [[320], 0.05], turn: [[520, 660], 0.09], end: [[440, 550, 660], 0.16] };
const LOUDNESS = 0.12;

/** @type {AudioContext | null} */
let audio = null;

/** Whether there are sounds: what the user has chosen, else among friends, who look elsewhere between their turns. */
export const hasSounds = (isWithFriends) => settings.sounds ?? isWithFriends;

/** Sounds what a new state brings, after the one before. */
export function soundOf(state, before, isWithFriends) {
  if (!hasSounds(isWithFriends) || !before || state.plies === before.plies) return;
  if (state.returns && !before.returns) play("end");
  else play(state.yours && !before.yours ? "turn" : "card");
}

/** @param {keyof typeof NOTES} name */
function play(name) {
  const context = (audio ??= new AudioContext());
  const [pitches, seconds] = /** @type {[number[], number]} */ (NOTES[name]);
  pitches.forEach((pitch, place) => tone(context, pitch, context.currentTime + place * seconds, seconds));
}

function tone(context, pitch, at, seconds) {
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(LOUDNESS, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + seconds);
}
