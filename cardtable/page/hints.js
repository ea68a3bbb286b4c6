// What an agent thinks of an action, as a bar.

import { make } from "./elements.js";
import { number, percent, text } from "./texts.js";

/** A hint in words: value, interval, visits. */
export function hintWords({ value, interval, visits, best }) {
  const parts = [
    best ? text("hint.best") : null,
    value === null || value === undefined ? null : text("hint.value", { value: percent(value, 1) }),
    interval ? text("hint.interval", { low: percent(interval[0], 1), high: percent(interval[1], 1) }) : null,
    visits === null || visits === undefined ? null : text("hint.visits", { count: visits, visits: number(visits) }),
  ];
  return parts.filter(Boolean).join(", ");
}

/** Shows a hint on an element in place of the one before; undefined shows none. The element stays: a click goes on. */
export function showHint(element, hint) {
  element.querySelector(".hint")?.remove();
  if (hint) element.append(hintBar(hint));
}

/** The bar of a hint {value, interval, visits, best}; its words are in the table of the analysis. */
function hintBar(hint) {
  const known = hint.value !== null && hint.value !== undefined;
  return make(
    "span",
    { class: `hint${hint.best ? " best" : ""}`, "aria-hidden": "true", vars: known ? { "--value": hint.value } : {} },
    known ? make("span", { class: "fill" }) : null,
    hint.interval
      ? make("span", { class: "whisker", vars: { "--low": hint.interval[0], "--high": hint.interval[1] } })
      : null,
    make("span", { class: "words" }, known ? percent(hint.value) : "–"),
  );
}
