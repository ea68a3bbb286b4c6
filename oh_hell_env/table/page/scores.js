// The table of bids, tricks and points.

import { make } from "/page/elements.js";
import { text } from "/page/texts.js";

const HEADS = ["seat", "bid", "won", "points"];

/** Bids and tricks of this round, points of the game, and what the last round has paid if it has just ended. */
export function scoreTable({ view, events }, names) {
  const paid = events.find((event) => event.kind === "round")?.paid;
  return make(
    "table",
    { class: "scores" },
    make("caption", { class: "unseen" }, text("oh-hell.scores")),
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        HEADS.map((head) => make("th", { scope: "col" }, text(`oh-hell.head.${head}`))),
      ),
    ),
    make(
      "tbody",
      {},
      names.map((name, seat) => row(view, seat, name, paid?.[seat])),
    ),
  );
}

function row(view, seat, name, paid) {
  const signed = paid < 0 ? String(paid) : `+${paid}`;
  return make(
    "tr",
    { class: made(view, seat) },
    make("th", { scope: "row" }, name),
    make("td", {}, view.bids[seat] ?? "–"),
    make("td", {}, view.won[seat]),
    make("td", {}, view.scores[seat], paid === undefined ? null : make("small", { class: "paid" }, signed)),
  );
}

/** How a seat stands to its bid. */
export function made({ bids, won }, seat) {
  if (bids[seat] === null || won[seat] < bids[seat]) return "";
  return won[seat] === bids[seat] ? "made" : "missed";
}
