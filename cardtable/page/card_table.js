// What the tables of card games share: a game's own table extends this one.

import { make, refill } from "./elements.js";
import { glide, placesIn } from "./motion.js";
import { otherSeat, otherSeats, roundTable, seatClass } from "./seats.js";
import { text } from "./texts.js";

export class CardTable {
  /** @type {HTMLElement} what a game's table draws itself in */
  element = make("div");
  /**
   * The state shown, with the game's own view; null until `show` has drawn one.
   * @type {Omit<import("/messages").ServerState, "view" | "legal" | "events"> & { view: any, legal: any[], events: any[] }}
   */
  state = /** @type {any} */ (null);
  /** @type {string[]} the names of the seats */
  names = [];
  /** @type {import("/messages").ServerEntry[]} the plies of the game */
  log = [];
  /** The places that each table has: the other seats, and at the own seat its line and what may be done there. */
  others = make("div", { class: "others" });
  ownLine = make("div", { class: "own-line" });
  actions = make("div", { class: "own-actions" });

  /** Lays the table into its host: the other seats, the middle, the own seat with `own` below its line. */
  lay(host, look, middle, ...own) {
    const head = make("div", { class: "own-head" }, this.ownLine, this.actions);
    this.element = make(
      "div",
      { class: `felt ${look}` },
      this.others,
      middle,
      make("div", { class: "own" }, head, own),
    );
    host.append(this.element);
  }

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

  /** Marks the card of an action that was played, and that of a better one; null takes the marks away. */
  mark(played, better) {
    for (const [look, action] of Object.entries({ "mark-played": played, "mark-better": better })) {
      for (const marked of this.element.querySelectorAll(`.${look}`)) marked.classList.remove(look);
      const [card] = action?.card ? this.#cardsOf(action.card) : [];
      card?.classList.add(look);
    }
  }

  /** The cards in the hands that are this card, or of this kind. */
  #cardsOf(card) {
    const glide = (sign) => `[data-glide${sign}]`;
    const either = [glide(`="${card}"`), glide(`^="${card} "`)].join(", ");
    return this.element.querySelectorAll(`:is(.hand, .fan) .card:is(${either})`);
  }

  /** Draws a state; cards glide from where they were if `animate`. */
  show(state, { names, animate, log }) {
    const before = animate ? placesIn(this.element) : new Map();
    this.state = state;
    this.names = names;
    this.log = log;
    this.element.dataset.seats = state.players.length;
    this.draw(before);
    glide(this.element, before);
  }

  /** Whether the user at the lower edge is to move. */
  get isLive() {
    return this.state.yours && this.state.to_move === this.state.near;
  }

  /** Why the user may play no card where `isLive` is false. */
  get whyIdle() {
    const { mode, ply, plies, over, returns } = this.state;
    if (returns) return text("hand.game_over");
    if (mode === "replay") return text("hand.replay");
    if (ply < plies) return over ? text("hand.earlier_over") : text("hand.earlier");
    return text("hand.not_your_turn");
  }

  /** Draws the line of the own seat. */
  drawOwnLine(parts) {
    const { near } = this.state;
    this.ownLine.className = seatClass(this.state, near, "own-line seat-line");
    this.ownLine.dataset.glide = `seat-${near}`;
    refill(this.ownLine, parts);
  }

  /** Draws the seats but the near one, each with its tags; their cards come from the place that `from` names. */
  drawOthers(tagsOf, from) {
    const seats = otherSeats(this.state).map((seat) =>
      otherSeat(this.state, seat, {
        name: this.names[seat],
        tags: tagsOf(seat),
        cards: this.state.view.hands[seat],
        from,
      }),
    );
    refill(this.others, roundTable(seats));
  }
}
