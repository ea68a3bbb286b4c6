// What a mistake has cost, in words: below zero, as are both ends of its interval.

import { percent, text } from "./texts.js";

/** The cost of a mistake; one that is not exact has an interval. */
export function costWords({ cost, exact, interval }) {
  if (exact) return text("review.cost_exact", { cost: loss(cost) });
  const [least, most] = interval;
  return text("review.cost", { cost: loss(cost, 1), low: loss(most, 1), high: loss(least, 1) });
}

/** Whether a mistake has cost so much of a game that it is a blunder. */
export const isBlunder = ({ cost }) => cost >= 0.2;

/** A share that is lost; what rounds to nothing has no sign. */
function loss(share, digits = 0) {
  const words = percent(share, digits);
  return /[1-9]/.test(words) ? `−${words}` : words;
}
