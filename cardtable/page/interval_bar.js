// A figure and its interval as a bar.

import { make } from "./elements.js";

/**
 * A bar from 0 to 1, with a figure and its interval in it.
 * @param {number[]} interval
 */
export function intervalBar(value, interval, words) {
  const [low, high] = interval;
  return make(
    "div",
    { class: "score-bar", role: "img", "aria-label": words, vars: { "--value": value, "--low": low, "--high": high } },
    make("span", { class: "range" }),
    make("span", { class: "point" }),
  );
}
