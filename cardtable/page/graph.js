// The evaluation over a game as an SVG picture: one seat's expected score after each ply.

import { draw, make } from "./elements.js";
import { isBlunder } from "./mistake_cost.js";
import { number, percent, text } from "./texts.js";

const [WIDTH, HEIGHT] = [600, 120];

/** The graph; a click goes to the nearest ply. Entries have the seat's `score` before their ply: after the one before. */
export function evaluationGraph(entries, plies, now, name, goTo) {
  const known = entries
    .filter((entry) => typeof entry.score === "number")
    .map((entry) => ({ ...entry, after: entry.ply - 1 }));
  const x = (ply) => (plies > 0 ? (ply / plies) * WIDTH : 0);
  const y = (value) => HEIGHT - value * HEIGHT;
  const line = known.map((entry) => `${x(entry.after).toFixed(1)},${y(entry.score).toFixed(1)}`);
  const area =
    known.length > 1 ? `M${x(known[0].after)},${HEIGHT} L${line.join(" L")} L${x(known.at(-1).after)},${HEIGHT} Z` : "";
  const last = known.at(-1);
  const label = text("graph", {
    name,
    value: last ? percent(last.score) : "–",
    count: known.filter((entry) => entry.mistake).length,
  });
  const onClick = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    goTo(Math.round(((event.clientX - box.left) / box.width) * plies));
  };
  const picture = draw(
    "svg",
    {
      class: "graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
      on: { click: onClick },
    },
    draw("path", { d: area, class: "area" }),
    draw("path", { d: `M0,${HEIGHT / 2} H${WIDTH}`, class: "even" }),
    draw("polyline", { points: line.join(" "), class: "line" }),
    draw("path", { d: `M${x(now)},0 V${HEIGHT}`, class: "now" }),
    known.filter((entry) => entry.mistake).map((entry) => mark(x(entry.after), y(entry.score), entry)),
  );
  return make("div", { class: "graph-frame" }, scale(), picture, plyAxis(plies));
}

/** The shares at the left of the graph, and what they are shares of. */
const scale = () =>
  make(
    "div",
    { class: "graph-scale", "aria-hidden": "true" },
    [1, 0.5, 0].map((share) => make("span", {}, percent(share))),
  );

/** The plies below the graph: the first, the last, and what they are. */
const plyAxis = (plies) =>
  make(
    "div",
    { class: "graph-plies", "aria-hidden": "true" },
    make("span", {}, number(0)),
    make("span", {}, text("graph.axes")),
    make("span", {}, number(plies)),
  );

// A short line with round ends is a dot that keeps its shape in a picture that is stretched.
const mark = (x, y, { mistake }) =>
  draw("path", { d: `M${x},${y} h0.01`, class: isBlunder(mistake) ? "mark grave" : "mark" });
