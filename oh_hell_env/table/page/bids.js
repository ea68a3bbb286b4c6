// The bids of a hand as buttons, to click or to choose with the arrows or digits.

import { button, make, refill } from "/page/elements.js";
import { showHint } from "/page/hints.js";
import { digitOf } from "/page/keys.js";
import { text } from "/page/texts.js";

export class Bids {
  #bid;
  #typed = "";

  /** @param bid called with the number of tricks; it refuses what is illegal */
  constructor(bid) {
    this.#bid = bid;
    this.element = make("div", { class: "bids", role: "group", "aria-label": text("oh-hell.bids") });
  }

  /** Shows the bids from 0 to `most`, each with its legal action if it has one; none for a negative `most`. */
  show(most, legal) {
    this.#typed = "";
    refill(
      this.element,
      Array.from({ length: most + 1 }, (_, bid) =>
        this.#button(
          bid,
          legal.find((one) => one.bid === bid),
        ),
      ),
    );
  }

  #button(bid, action) {
    return button(make("span", {}, String(bid)), () => this.#bid(bid), {
      class: action ? "main bid" : "bid",
      "aria-disabled": action ? null : "true",
      "aria-label": text(action ? "oh-hell.bid" : "oh-hell.bid_barred", { count: bid, bid }),
      dataset: { key: `bid-${bid}`, bid, ...(action ? { action: action.action } : {}) },
    });
  }

  /** Shows the hint of each bid. */
  hint(hints) {
    for (const element of this.element.querySelectorAll("[data-action]"))
      showHint(element, hints.get(Number(element.dataset.action)));
  }

  /** Moves the focus: the arrows to the bid beside, digits to their bid. Returns whether the key meant a bid. */
  key(event) {
    const buttons = [...this.element.querySelectorAll("button")];
    if (buttons.length === 0) return false;
    const at = buttons.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) buttons[at < 0 ? 0 : (at + step + buttons.length) % buttons.length].focus();
    else if (digitOf(event) !== null) buttons[this.#numberTyped(digitOf(event), buttons.length)]?.focus();
    else return false;
    return true;
  }

  /** The bid that the digits typed so far name: 1, then 2 is 12 where there is such a bid, and else 2. */
  #numberTyped(digit, count) {
    const longer = this.#typed + digit;
    this.#typed = Number(longer) < count ? longer : digit;
    return Number(this.#typed);
  }
}
