// The keys, in a dialog.

import { button, make } from "./elements.js";
import { text } from "./texts.js";

const KEYS = {
  play: ["← →", "Enter", "U", "H", "A"],
  replay: ["← →", "Home End", "↑ ↓", "H", "A"],
  watch: ["Space", "→"],
};

/** Shows the keys of the page and of the game: pairs of a key and the name of its text. */
export function showShortcuts(gameKeys) {
  const dialog = make("dialog", { "aria-labelledby": "keys-title", on: { close: () => dialog.remove() } });
  dialog.append(
    make("h1", { id: "keys-title" }, text("help")),
    ...Object.entries(KEYS).map(([place, keys]) =>
      make(
        "section",
        {},
        make("h2", {}, text(`nav.${place}`)),
        make(
          "dl",
          { class: "keys" },
          keys.map((key, at) => line(key, text(`help.${place}.${at + 1}`))),
          place === "play" ? gameKeys.map(([key, name]) => line(key, text(name))) : null,
        ),
      ),
    ),
    button(text("close"), () => dialog.close(), { class: "main" }),
  );
  document.body.append(dialog);
  dialog.showModal();
}

const line = (key, words) => make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, words));
