// The own hand: cards to click, to drag onto the table, or to choose with the arrow keys.

import { cardName, cardPicture } from "./cards.js";
import { make, refill } from "./elements.js";
import { showHint } from "./hints.js";
import { text } from "./texts.js";

const DRAG_FROM = 8; // pixels; less is a click
const [MOST_IN_A_ROW, MOST_ON_A_PHONE] = [15, 10];

/** How many rows some cards lie in; where the table is wide, those of a row and a half lie in one. */
const rowsOf = (count) => Math.max(Math.ceil(count / MOST_IN_A_ROW), count > MOST_ON_A_PHONE ? 2 : 1);

export class Hand {
  #play;
  #zones;
  #look;
  #active = null;
  #dragged = false;
  /** @type {Element | null} what lies under the card that is dragged, if it may be dropped there */
  #over = null;

  /**
   * @param play called with a card, the point where it was dropped or null for a click, and the element onto which;
   *   it refuses what is illegal
   * @param zones gives the elements onto which a card may be dragged
   * @param look the name and the picture of a card; by default those of playing cards
   */
  constructor(play, zones, look = { name: cardName, picture: cardPicture }) {
    this.#play = play;
    this.#zones = zones;
    this.#look = look;
    this.element = make("div", { class: "hand", role: "group", on: { keydown: (event) => this.#onKey(event) } });
  }

  /** Shows cards; those in `playable` are lifted, and of the rest those that are not in `usable` are greyed. */
  show(cards, { playable, usable = playable, label, from, live }) {
    this.element.setAttribute("aria-label", label);
    this.element.classList.toggle("live", live);
    if (!cards.includes(this.#active)) this.#active = cards.find((card) => playable.has(card)) ?? cards[0] ?? null;
    const rows = rowsOf(cards.length);
    this.element.classList.toggle("long", cards.length > MOST_IN_A_ROW);
    const length = Math.ceil(cards.length / rows);
    const slots = cards.map((card) =>
      this.#slot(card, { may: playable.has(card), isBarred: live && !usable.has(card), from, live }),
    );
    refill(
      this.element,
      Array.from({ length: rows }, (_, row) =>
        make("div", { class: "hand-row" }, slots.slice(row * length, (row + 1) * length)),
      ),
    );
  }

  #slot(card, { may, isBarred, from, live }) {
    const name = this.#look.name(card);
    const label = isBarred ? text("card.not_playable", { card: name }) : name;
    const face = make(
      "button",
      {
        type: "button",
        class: `card${live && may ? " playable" : ""}${isBarred ? " barred" : ""}`,
        "aria-label": label,
        "aria-disabled": isBarred ? "true" : null,
        tabindex: card === this.#active ? 0 : -1,
        dataset: { key: `hand-${card}`, card, glide: card, from },
        on: {
          click: () => this.#onClick(card),
          focus: () => this.#activate(card),
          pointerdown: (event) => live && this.#onPress(event, card),
        },
      },
      this.#look.picture(card),
    );
    return make("div", { class: "hand-slot" }, face);
  }

  /** Shows the hint that `hintOf` gives for each card. */
  hint(hintOf) {
    for (const button of this.element.querySelectorAll("button.card"))
      showHint(button.parentElement, hintOf(button.dataset.card));
  }

  /** Puts the focus on a card: the next one for 1, the one before for -1, the one it was on for 0. */
  focus(by) {
    const cards = [...this.element.querySelectorAll("button.card")];
    if (cards.length === 0) return;
    const inside = this.element.contains(document.activeElement);
    const at = cards.findIndex((card) => card.dataset.card === this.#active);
    cards[inside ? (at + by + cards.length) % cards.length : Math.max(at, 0)].focus();
  }

  #activate(card) {
    this.#active = card;
    for (const button of this.element.querySelectorAll("button.card"))
      button.tabIndex = button.dataset.card === card ? 0 : -1;
  }

  #onKey(event) {
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.focus(steps[event.key]);
  }

  #onClick(card) {
    if (this.#dragged) this.#dragged = false;
    else this.#play(card, null);
  }

  #onPress(event, card) {
    if (event.button !== 0) return;
    const element = event.currentTarget;
    const start = { x: event.clientX, y: event.clientY };
    this.#dragged = false;
    element.setPointerCapture(event.pointerId);
    const onMove = (moved) => {
      const [x, y] = [moved.clientX - start.x, moved.clientY - start.y];
      if (!this.#dragged && Math.hypot(x, y) < DRAG_FROM) return;
      this.#dragged = true;
      element.classList.add("dragged");
      element.style.transform = `translate(${x}px, ${y}px)`;
      this.#hover(this.#zones(card).find((zone) => isInside(moved, zone)) ?? null);
    };
    const onEnd = (ended) => {
      element.removeEventListener("pointermove", onMove);
      element.classList.remove("dragged");
      element.style.transform = "";
      const zone = this.#over;
      this.#hover(null);
      if (!this.#dragged) return;
      setTimeout(() => (this.#dragged = false)); // after the click that ends the drag
      if (ended.type === "pointerup" && zone) this.#play(card, { x: ended.clientX, y: ended.clientY }, zone);
    };
    element.addEventListener("pointermove", onMove);
    element.addEventListener("pointerup", onEnd, { once: true });
    element.addEventListener("pointercancel", onEnd, { once: true });
  }

  #hover(zone) {
    this.#over?.classList.remove("drop-here");
    zone?.classList.add("drop-here");
    this.#over = zone;
  }
}

function isInside(point, element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left <= point.clientX && point.clientX <= right && top <= point.clientY && point.clientY <= bottom;
}
