// Announces: to those who hear the page, and in a note to all.

import { make } from "./elements.js";

const SECONDS = 5;

const politely = make("div", { class: "unseen", role: "status", "aria-live": "polite" });
const toasts = make("div", { class: "toasts", role: "alert" });
let timer = 0;

/** Puts the two regions into the page. */
export function prepareAnnouncements() {
  document.body.append(politely, toasts);
}

/** Announces plies and other news to screen readers. */
export function announce(words) {
  politely.textContent = words;
}

/** Shows a short note to everybody, such as why a card may not be played. */
export function note(...words) {
  clearTimeout(timer);
  toasts.replaceChildren(make("div", { class: "toast" }, ...words));
  timer = setTimeout(() => toasts.replaceChildren(), 1000 * SECONDS);
}
