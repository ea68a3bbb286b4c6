// Where an agent thinks that hidden cards lie: the share of determinizations with each card in a hand.

import { cardName, withSuits } from "./cards.js";
import { make } from "./elements.js";
import { number, percent, text } from "./texts.js";

/** A grid of cards for each hand, likeliest first. */
export function beliefsOf({ samples, weighted, hands }, names) {
  const parts = Object.entries(hands).filter(([, cards]) => Object.keys(cards).length > 0);
  if (parts.length === 0) return null;
  return make(
    "details",
    { open: true, class: "beliefs" },
    make("summary", {}, text("beliefs", { count: samples, samples: number(samples) })),
    weighted ? make("p", { class: "note" }, text("beliefs.weighted")) : null,
    parts.map(([seat, cards]) => handOf(names[seat], Object.entries(cards))),
  );
}

function handOf(name, cards) {
  const sorted = cards.sort(([, one], [, other]) => other - one);
  return make(
    "div",
    {},
    make("h3", {}, text("beliefs.hand", { name })),
    make(
      "ul",
      { class: "belief-list" },
      sorted.map(([card, share]) =>
        make(
          "li",
          {
            class: share >= 1 ? "belief certain" : "belief",
            vars: { "--value": share },
            "aria-label": `${cardName(card)} ${percent(share)}`,
          },
          make("span", {}, withSuits(card)),
          make("span", {}, percent(share)),
        ),
      ),
    ),
  );
}
