// What the tables of card games share: a game's own table extends this one.

import { refill } from "./elements.js";
import { glide, placesIn } from "./motion.js";
import { otherSeat, otherSeats, roundTable } from "./seats.js";

export class CardTable {
  /** @type {HTMLElement} what a game's table draws itself in */
  element;
  /** The state shown, and the names of the seats. */
  state = null;
  names = [];

  /**
   * Draws the state; each game does it in its own way.
   * @param {Map<string, object>} _before where cards were
   */
  draw(_before) {}

  /**
   * Shows hints, where the game has an analysis.
   * @param {Map<number, object>} _hints by action
   */
  hint(_hints) {}

  /** Draws a state; cards glide from where they were if `animate`. */
  show(state, { names, animate }) {
    const before = animate ? placesIn(this.element) : new Map();
    this.state = state;
    this.names = names;
    this.element.dataset.seats = state.players.length;
    this.draw(before);
    glide(this.element, before);
  }

  /** Whether the user at the lower edge is to move. */
  get isLive() {
    return this.state.yours && this.state.to_move === this.state.near;
  }

  /** Draws the seats but the near one, each with its tags; their cards come from the place that `from` names. */
  drawOthers(host, tagsOf, from) {
    const seats = otherSeats(this.state).map((seat) =>
      otherSeat(this.state, seat, {
        name: this.names[seat],
        tags: tagsOf(seat),
        cards: this.state.view.hands[seat],
        from,
      }),
    );
    refill(host, roundTable(seats));
  }
}
