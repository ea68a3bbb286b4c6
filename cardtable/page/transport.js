// Steps through the plies of the game shown: buttons, a slider, keys.

import { button, make } from "./elements.js";
import { text } from "./texts.js";

/** @type {[string, string, (ply: number, plies: number) => number][]} */
const STEPS = [
  ["first", "«", () => 0],
  ["back", "‹", (ply) => ply - 1],
  ["forward", "›", (ply) => ply + 1],
  ["last", "»", (ply, plies) => plies],
];

export class Transport {
  #session;
  #slider = make("input", {
    type: "range",
    min: 0,
    "aria-label": text("transport.ply"),
    on: { input: () => this.#session.goto(Number(this.#slider.value)) },
  });
  #words = make("span", { class: "note" });
  #buttons;

  constructor(session) {
    this.#session = session;
    this.#buttons = STEPS.map(([name, sign, target]) =>
      button(sign, () => session.goto(target(session.ply, session.state.plies)), {
        class: "small",
        "aria-label": text(`transport.${name}`),
        title: text(`transport.${name}`),
      }),
    );
    this.element = make(
      "div",
      { class: "transport box", role: "group", "aria-label": text("transport") },
      make("div", { class: "row" }, this.#buttons),
      this.#slider,
      this.#words,
    );
  }

  onState() {
    const { ply, plies } = this.#session.state;
    this.#slider.max = plies;
    this.#slider.value = ply;
    this.#words.textContent = text("transport.of", { ply, plies });
    this.#words.dataset.ply = ply;
    this.#buttons[0].disabled = this.#buttons[1].disabled = ply === 0;
    this.#buttons[2].disabled = this.#buttons[3].disabled = ply === plies;
  }

  key(event) {
    const { state } = this.#session;
    if (state.mode === "play" && state.yours && !this.#session.isLookingBack) return false;
    const targets = { ArrowLeft: this.#session.ply - 1, ArrowRight: this.#session.ply + 1, Home: 0, End: state.plies };
    if (!(event.key in targets) || event.target.closest("[role=tablist]")) return false;
    this.#session.goto(targets[event.key]);
    return true;
  }
}
