// Asks which of several actions a card is to play.

import { button, make } from "./elements.js";
import { text } from "./texts.js";

/** Lets the user choose one of the ways, by `words` for each; `clear` is one that needs no question. */
export function chooseAmong(ways, words, act, clear) {
  if (clear) {
    act(clear.action);
    return;
  }
  const dialog = make("dialog", {
    class: "chooser",
    "aria-label": text("card.choose"),
    on: { close: () => dialog.remove() },
  });
  const choose = (way) => {
    dialog.close();
    act(way.action);
  };
  dialog.append(
    make("h2", {}, text("card.choose")),
    make(
      "div",
      { class: "row" },
      ways.map((way) => button(words(way), () => choose(way), { class: "main" })),
      button(text("cancel"), () => dialog.close()),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
