// The clocks on the page: the server counts, the page only between two of its messages.

import { make } from "./elements.js";

const TICK = 500; // milliseconds
const LATE = 10; // seconds

/** The clock of a seat where a person plays by one. */
export const clockOf = ({ clock, players, returns }, seat) =>
  clock && !returns && players[seat].kind === "human"
    ? make("span", { class: "clock", role: "timer", dataset: { clock: seat } })
    : null;

export class Clocks {
  #host;
  #session;
  #told = null;
  #toldAt = 0;

  /** Keeps the clocks inside an element going, as long as it is part of the page. */
  constructor(host, session) {
    this.#host = host;
    this.#session = session;
    const ticking = setInterval(() => (host.isConnected ? this.#tick() : clearInterval(ticking)), TICK);
  }

  onState() {
    if (this.#told !== this.#session.state) this.#toldAt = Date.now();
    this.#told = this.#session.state;
    this.#tick();
  }

  #tick() {
    const clock = this.#session.state?.clock;
    if (!clock) return;
    for (const element of this.#host.querySelectorAll("[data-clock]")) {
      const seat = Number(element.dataset.clock);
      const runs = seat === clock.running;
      const left = Math.max(0, Math.ceil(clock.left[seat] - (runs ? (Date.now() - this.#toldAt) / 1000 : 0)));
      element.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      element.classList.toggle("runs", runs);
      element.classList.toggle("late", runs && left <= LATE);
    }
  }
}
