// Lets elements glide from where they were to where they are. Elements are matched by `data-glide`.

import { moves } from "./settings.js";

const MILLISECONDS = 260;

/** The places of all gliding elements in a host, by name. */
export function placesIn(host) {
  const found = new Map();
  for (const element of host.querySelectorAll("[data-glide]")) {
    if (!found.has(element.dataset.glide)) found.set(element.dataset.glide, element.getBoundingClientRect());
  }
  return found;
}

/**
 * Animates from earlier places. An element that was not there comes from the place that its `data-from` names, and
 * where that is unknown it fades in.
 */
export function glide(host, before, milliseconds = MILLISECONDS) {
  if (!moves() || before.size === 0) return;
  for (const element of host.querySelectorAll("[data-glide]")) {
    const from = before.get(element.dataset.glide) ?? before.get(element.dataset.from);
    const to = element.getBoundingClientRect();
    if (from) move(element, from, to, milliseconds);
    else element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: milliseconds });
  }
}

function move(element, from, to, milliseconds) {
  const [across, down] = [
    from.x + from.width / 2 - to.x - to.width / 2,
    from.y + from.height / 2 - to.y - to.height / 2,
  ];
  if (Math.abs(across) < 1 && Math.abs(down) < 1) return;
  const turn = getComputedStyle(element).transform;
  const rest = turn === "none" ? "" : turn;
  element.animate([{ transform: `translate(${across}px, ${down}px) ${rest}` }, { transform: rest || "none" }], {
    duration: milliseconds,
    easing: "cubic-bezier(0.2, 0.7, 0.3, 1)",
  });
}
