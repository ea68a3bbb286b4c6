// A curtain between the hands of people who share a screen: the next hand is shown once its person says so.

import { button, make } from "./elements.js";
import { text } from "./texts.js";

export class Curtain {
  #seat = null;
  /** @type {HTMLDialogElement | null} */
  #dialog = null;

  /** Whether a state shows the hand of another person than the one who has looked last. */
  #hides(state) {
    const people = state.players.filter((player) => player.kind === "human").length;
    const isSecret = state.mode === "play" && !state.open_world && !state.returns && state.viewer !== null;
    return isSecret && people > 1 && state.viewer !== this.#seat;
  }

  /** Draws a state at once, or after its person has lifted the curtain; `draw` draws the state that is then shown. */
  before(state, names, draw) {
    if (!this.#hides(state)) {
      this.fall();
      if (state.viewer !== null) this.#seat = state.viewer;
      draw();
      return;
    }
    this.fall();
    const lift = () => {
      this.#seat = state.viewer;
      this.fall();
      draw();
    };
    const name = names[state.viewer];
    const dialog = make(
      "dialog",
      {
        class: "curtain",
        "aria-label": text("curtain.title", { name }),
        on: { cancel: (event) => event.preventDefault() },
      },
      make("p", { class: "says" }, text("curtain.title", { name })),
      button(text("curtain.lift", { name }), lift, { class: "main large" }),
    );
    this.#dialog = dialog;
    document.body.append(dialog);
    dialog.showModal();
  }

  /** Takes the curtain away. */
  fall() {
    this.#dialog?.remove();
    this.#dialog = null;
  }
}
