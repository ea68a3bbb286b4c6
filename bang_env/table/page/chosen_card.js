// The card that was clicked: what it does, why it has no use now, and what may be done with it.

import { button, make, refill } from "/page/elements.js";
import { text } from "/page/texts.js";
import { cardName, cardTitle, kindOf } from "./pictures.js";

export class ChosenCard {
  element = make("div", { class: "chosen-card", role: "group", hidden: true });
  #act;
  #close;

  /**
   * @param act sends a legal action's number
   * @param close called when the user lays the card back
   */
  constructor(act, close) {
    this.#act = act;
    this.#close = close;
  }

  /** Shows a card, why it has no use, and the ways to use it, each with its words and whether it stands out. */
  show(card, reason, ways) {
    this.element.hidden = false;
    this.element.setAttribute("aria-label", cardName(card));
    const does = text(`bang.card.${kindOf(card)}`);
    refill(
      this.element,
      make("p", {}, make("strong", {}, cardTitle(card)), `: ${does}. `, reason ? make("em", {}, reason) : null),
      make(
        "div",
        { class: "row" },
        ways.map(({ action, words, isMain }) =>
          button(words, () => this.#act(action), {
            class: isMain ? "main" : "",
            dataset: { key: `way-${action}`, action },
          }),
        ),
        button(text("close"), () => this.#close(), { class: "plain", dataset: { key: "lay-back" } }),
      ),
    );
  }

  hide() {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** Puts the focus on the first thing that may be done. */
  focus() {
    this.element.querySelector("button").focus();
  }
}
