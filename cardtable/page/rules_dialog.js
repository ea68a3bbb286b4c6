// The rules of the game for a newcomer, with pictures, in a dialog.

import { button, make } from "./elements.js";
import { text } from "./texts.js";

/**
 * Shows the rules that a game's module exports.
 * @param {[string, ((options: object) => Element)?, ((options: object) => string)?][]} rules the name of a rule's texts,
 *   what draws its picture, and what gives its words, both by the options of the table
 * @param options by their names
 */
export function showRules(rules, options) {
  const dialog = make("dialog", {
    class: "rules",
    "aria-labelledby": "rules-title",
    on: { close: () => dialog.remove() },
  });
  const close = () => button(text("close"), () => dialog.close(), { class: "main" });
  dialog.append(
    make("div", { class: "row spread" }, make("h1", { id: "rules-title" }, text("rules")), close()),
    ...rules.map(([name, picture, words]) =>
      make(
        "section",
        { class: "rule" },
        make("h2", {}, text(`${name}.title`)),
        picture ? picture(options) : null,
        make("p", {}, words ? words(options) : text(name)),
      ),
    ),
    close(),
  );
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0;
}
