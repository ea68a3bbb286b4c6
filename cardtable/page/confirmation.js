// Asks before something is lost.

import { button, make } from "./elements.js";
import { text } from "./texts.js";

/** Asks a question in a dialog; tells whether the user has chosen `yes`. */
export function isConfirmed(question, yes) {
  return new Promise((resolve) => {
    const dialog = make("dialog", {
      class: "chooser",
      "aria-labelledby": "confirmation-title",
      on: { close: () => (dialog.remove(), resolve(dialog.returnValue === "yes")) },
    });
    dialog.append(
      make("h1", { id: "confirmation-title" }, question),
      make(
        "div",
        { class: "row" },
        button(yes, () => dialog.close("yes"), { class: "main" }),
        button(text("cancel"), () => dialog.close()),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
