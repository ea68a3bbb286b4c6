// The table of bids, tricks and points.

import { make } from "/page/elements.js";
import { text } from "/page/texts.js";

const HEADS = ["seat", "bid", "won", "points"];

/** What the last round has paid, until the bids of the next are made. */
const paidLast = ({ view, events }, lastRound) => {
  if (events.includes(lastRound)) return lastRound.paid;
  const isLast = view.phase === "bid" && lastRound && String(lastRound.scores) === String(view.scores);
  return isLast ? lastRound.paid : undefined;
};

/**
 * Bids and tricks of this round, points of the game, and what the last round has paid.
 * @param lastRound the event that ended the last round seen; undefined if none was
 */
export function scoreTable(state, names, lastRound) {
  const { view } = state;
  const paid = paidLast(state, lastRound);
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
  return make(
    "tr",
    { class: made(view, seat) },
    make("th", { scope: "row" }, name),
    make("td", {}, view.bids[seat] ?? "–"),
    make("td", {}, view.won[seat]),
    make("td", {}, view.scores[seat], paid === undefined ? null : make("small", { class: "paid" }, signed(paid))),
  );
}

const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

/** What a round has paid to each seat. */
export const paidWords = (paid, names) => names.map((name, seat) => `${name} ${signed(paid[seat])}`).join(", ");

/** What each seat has made in a round. */
export const roundWords = ({ paid }, round, names) =>
  text("oh-hell.round_made", { round, points: paidWords(paid, names) });

/** How a seat stands to its bid. */
export function made({ bids, won }, seat) {
  if (bids[seat] === null || won[seat] < bids[seat]) return "";
  return won[seat] === bids[seat] ? "made" : "missed";
}
