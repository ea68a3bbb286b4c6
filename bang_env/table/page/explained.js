// Cards and names that a touch explains, where no pointer can rest on them.

import { note } from "/page/announcer.js";
import { make } from "/page/elements.js";
import { cardName, cardPicture, kindName, kindNote, kindOf } from "./pictures.js";

/** A card that lies somewhere. */
export const explainedCard = (card, attributes = {}) =>
  make(
    "button",
    {
      type: "button",
      class: "card",
      "aria-label": cardName(card),
      title: kindNote(kindOf(card)),
      on: { click: () => note(kindNote(kindOf(card))) },
      ...attributes,
    },
    cardPicture(card),
  );

/** The name of a card, a character or a role at a seat. */
export const explainedWord = (seat, kind, words, look, name = kindName(kind)) =>
  make(
    "button",
    {
      type: "button",
      class: `explained ${look}`,
      title: words,
      dataset: { key: `explained-${seat}-${kind}` },
      on: { click: () => note(words) },
    },
    name,
  );
