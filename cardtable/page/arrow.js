// An arrow from a seat to another, behind cards and names.

import { draw } from "./elements.js";

const [HEAD, GAP] = [12, 4]; // pixels

export class Arrow {
  element = draw("svg", { class: "arrow", "aria-hidden": "true" });
  #felt;
  /** @type {number[] | null} */
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
    const [from, to] = this.#seats.map((seat) => this.#place(seat, felt));
    if (!from || !to) return;
    const middle = middleOf(felt);
    const bend = { x: (from.x + to.x + 2 * middle.x) / 4, y: (from.y + to.y + 2 * middle.y) / 4 };
    const turn = Math.atan2(to.y - bend.y, to.x - bend.x);
    const wing = (by) => `${to.x - HEAD * Math.cos(turn + by)} ${to.y - HEAD * Math.sin(turn + by)}`;
    this.element.append(
      draw("path", { d: `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}` }),
      draw("path", { d: `M${wing(0.5)}L${to.x} ${to.y}L${wing(-0.5)}` }),
    );
  }

  /** Where the arrow meets a seat; null for one that is not shown. */
  #place(seat, felt) {
    const found = this.#felt.querySelector(`[data-glide="seat-${seat}"]`);
    if (!found) return null;
    const { left, top, width, height } = (found.closest(".own") ?? found).getBoundingClientRect();
    return edgeTowards(middleOf(felt), { left: left - felt.left, top: top - felt.top, width, height });
  }
}

/** Where the cards of a bout lie, in the felt's own pixels. */
const middleOf = ({ width, height }) => ({ x: width / 2, y: height * 0.45 });

/** The point beside a box that lies on the line from the box to a target. */
export function edgeTowards(target, { left, top, width, height }) {
  const centre = { x: left + width / 2, y: top + height / 2 };
  const [across, down] = [target.x - centre.x, target.y - centre.y];
  const half = (size, way) => size / 2 / Math.max(Math.abs(way), 1); // a box that is not shown has no size, and no way
  const share = Math.min(half(width, across), half(height, down), 1);
  const length = Math.hypot(across, down);
  const gap = length > 0 ? GAP / length : 0;
  return { x: centre.x + across * (share + gap), y: centre.y + down * (share + gap) };
}
