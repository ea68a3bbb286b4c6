// The discard: a pile beside the bout, and its cards by suit for who clicks it.

import { inHandOrder, lyingCard } from "/page/cards.js";
import { button, make } from "/page/elements.js";
import { text } from "/page/texts.js";

const MOST_SHOWN = 3;

const back = (attributes = {}) => lyingCard(null, { "aria-hidden": "true", role: null, ...attributes });

/** The pile as a button; cards in `arriving` have just been laid there. */
export function discardPile({ discard, trump_suit: trump }, arriving) {
  const resting = Math.min(MOST_SHOWN, discard.length - arriving.length);
  return make(
    "button",
    {
      type: "button",
      class: "discard",
      disabled: discard.length === 0,
      "aria-label": text("durak.discard", { count: discard.length }),
      dataset: { key: "discard" },
      on: { click: () => showDiscard(discard, trump) },
    },
    make(
      "span",
      { class: "pile" },
      Array.from({ length: resting }, () => back()),
      arriving.map(arrivingBack),
    ),
    make("span", { class: "caption" }, text("durak.discard_short", { count: discard.length })),
  );
}

const arrivingBack = (card) => back({ dataset: { glide: card } });

/** Shows the cards that are out of play, a row for each suit. */
function showDiscard(cards, trump) {
  const close = () => dialog.close();
  const dialog = make("dialog", {
    class: "discard-cards",
    "aria-labelledby": "discard-title",
    on: { close: () => dialog.remove() },
  });
  const ordered = inHandOrder(cards, trump);
  const suits = [...new Set(ordered.map(([, suit]) => suit))];
  dialog.append(
    make("h2", { id: "discard-title" }, text("durak.discard_cards", { count: cards.length })),
    ...suits.map((suit) =>
      make(
        "div",
        { class: "discard-suit" },
        ordered.filter((card) => card[1] === suit).map((card) => lyingCard(card)),
      ),
    ),
    make("div", { class: "row" }, button(text("close"), close, { class: "main" })),
  );
  document.body.append(dialog);
  dialog.showModal();
}
