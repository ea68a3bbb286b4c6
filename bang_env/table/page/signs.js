// A sign on a card shows what its kind does: targets, hearts and cards stand in place of words.

import { draw } from "/page/elements.js";

/** Each sign is drawn on a field of 60 by 40. */
const line = (d) => draw("path", { d, class: "sign-line" });
const solid = (d) => draw("path", { d, class: "sign-solid" });
const words = (x, y, said) => draw("text", { x, y, class: "sign-words" }, said);
const heart = (x, y, size) =>
  draw("use", { href: "#suit-h", x, y, width: size, height: size, class: "sign-solid sign-heart" });

const target = (x, y, radius) =>
  line(
    `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0` +
      `M${x} ${y - radius - 4}v8m0 ${2 * radius - 8}v8M${x - radius - 4} ${y}h8m${2 * radius - 8} 0h8`,
  );
const card = (x, y) => draw("rect", { x, y, width: 15, height: 21, rx: 2, class: "sign-card" });
const cross = (x, y, half) =>
  draw("path", {
    d: `M${x - half} ${y - half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`,
    class: "sign-bar",
  });
const MUG = "M7 9h18v27H7zM25 15h5a4 4 0 0 1 4 4v7a4 4 0 0 1-4 4h-5M13 16v13m6-13v13";
const arrow = (y) => `M8 ${y}h42m-7-5 7 5-7 5M8 ${y}l-4-4m10 4-4-4m-2 4-4 4m10-4-4 4`;
const GUN = "M3 9h35v8H22c0 5-2 7-6 7l-3 12H5L9 17H3zM38 5v4h-3z";
const weapon = (reach) => [solid(GUN), words(50, 33, reach)];

/** @type {Record<string, () => Element[]>} */
const SIGNS = {
  bang: () => [target(30, 20, 12), solid("M30 16a4 4 0 1 0 .1 0z")],
  mancato: () => [target(30, 20, 12), draw("path", { d: "M9 36 51 4", class: "sign-bar" })],
  birra: () => [line(MUG), words(47, 18, "+1"), heart(40, 21, 14)],
  saloon: () => [words(30, 15, "+1"), ...[4, 23, 42].map((x) => heart(x, 20, 14))],
  diligenza: () => [card(6, 4), card(16, 14), words(47, 28, "+2")],
  wells_fargo: () => [card(2, 2), card(11, 9), card(20, 16), words(48, 24, "+3")],
  gatling: () => [10, 30, 50].map((x) => target(x, 20, 6)),
  indiani: () => [7, 20, 33].map((y) => line(arrow(y))),
  emporio: () => [
    line("M4 14 9 3h42l5 11zM4 14q5 7 10 0 6 7 11 0 5 7 10 0 6 7 11 0 5 7 10 0"),
    ...[6, 23, 40].map((x) => card(x, 19)),
  ],
  duello: () => [
    draw("path", { d: GUN, transform: "translate(1 6) scale(.66)", class: "sign-solid" }),
    draw("path", { d: GUN, transform: "translate(59 6) scale(-.66 .66)", class: "sign-solid" }),
  ],
  panico: () => [card(40, 10), line("M36 20H8m9-9-9 9 9 9"), words(26, 14, "1")],
  cat_balou: () => [card(23, 9), cross(30.5, 19.5, 15)],
  prigione: () => [line("M9 4h42v32H9zM17 4v32m9-32v32m8-32v32m9-32v32")],
  dinamite: () => [
    solid("M6 14h32v6H6zM6 21h32v6H6zM6 28h32v6H6z"),
    line("M38 24c8 0 4-12 12-12"),
    line("M53 12l4-5m-4 5 6 1m-6-1 3 6m-3-6-2-7"),
  ],
  barile: () => [line("M20 4h20c6 10 6 22 0 32H20c-6-10-6-22 0-32zM16.5 13h27m-27 14h27M30 4v32")],
  mirino: () => [target(20, 20, 11), line("M15 20a5 5 0 1 0 10 0a5 5 0 1 0-10 0"), words(49, 26, "−1")],
  mustang: () => [draw("path", { d: "M10 36V18a11 12 0 0 1 22 0v18", class: "sign-thick" }), words(49, 26, "+1")],
  volcanic: () => [...weapon("1"), words(48, 14, "∞")],
  schofield: () => weapon("2"),
  remington: () => weapon("3"),
  carabine: () => weapon("4"),
  winchester: () => weapon("5"),
};

/** The sign of a kind of card, within a field of 60 by 40. */
export const signOf = (kind) => SIGNS[kind]();
