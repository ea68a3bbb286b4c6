// An arrow from the attacker to the defender, behind the cards.

import { draw } from "/page/elements.js";

const HEAD = 12; // pixels

export class Arrow {
  element = draw("svg", { class: "arrow", "aria-hidden": "true" });
  #felt;
  #seats = null;

  /** @param felt the table; it holds an element for each seat, which `data-glide` names */
  constructor(felt) {
    this.#felt = felt;
    felt.prepend(this.element);
    new ResizeObserver(() => this.#draw()).observe(felt);
  }

  /** Points from a seat to another; null takes the arrow away. */
  point(seats) {
    this.#seats = seats;
    this.#draw();
  }

  #draw() {
    this.element.replaceChildren();
    if (!this.#seats) return;
    const felt = this.#felt.getBoundingClientRect();
    const ends = this.#seats.map((seat) => this.#place(seat, felt));
    if (ends.includes(null)) return;
    const [from, to] = ends;
    const bend = { x: (from.x + to.x) / 2, y: (from.y + to.y + 2 * felt.height * 0.45) / 4 };
    const turn = Math.atan2(to.y - bend.y, to.x - bend.x);
    const wing = (by) => `${to.x - HEAD * Math.cos(turn + by)} ${to.y - HEAD * Math.sin(turn + by)}`;
    this.element.append(
      draw("path", { d: `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}` }),
      draw("path", { d: `M${wing(0.5)}L${to.x} ${to.y}L${wing(-0.5)}` }),
    );
  }

  /** Where the arrow meets a seat: at the edge that looks to the middle of the table. */
  #place(seat, felt) {
    const found = this.#felt.querySelector(`[data-glide="seat-${seat}"]`)?.getBoundingClientRect();
    if (!found) return null;
    const isAbove = found.top - felt.top < felt.height / 2;
    const x = isAbove ? found.left + found.width / 2 : found.left + Math.min(60, found.width / 2);
    return { x: x - felt.left, y: (isAbove ? found.bottom + 4 : found.top - 4) - felt.top };
  }
}
