// The table of a game of Bang!: the other seats, deck and pile, what is turned up, the own hand and its actions.

import { note } from "/page/announcer.js";
import { CardTable } from "/page/card_table.js";
import { lyingCard as playingCard } from "/page/cards.js";
import { chooseAmong } from "/page/chooser.js";
import { button, make, refill } from "/page/elements.js";
import { Hand } from "/page/hand.js";
import { showHint } from "/page/hints.js";
import { letterOf } from "/page/keys.js";
import { otherSeats, roundTable } from "/page/seats.js";
import { text } from "/page/texts.js";
import { cardName, cardPicture, kindNote, kindOf, lyingCard } from "./pictures.js";
import { chips, otherSeat, seatParts } from "./seats.js";
import { actionWords } from "./words.js";

const KEYS = { e: "end", n: "nothing" };

export class Board extends CardTable {
  #act;
  #middle = make("div", { class: "middle" });
  #hand;

  /** @param act sends a legal action's number */
  constructor(host, { act }) {
    super();
    this.#act = act;
    this.#hand = new Hand(
      (card) => this.#play(card),
      () => this.#middle,
      { name: cardName, picture: cardPicture },
    );
    this.lay(host, "bang", this.#middle, this.#hand.element);
  }

  draw() {
    const { near } = this.state;
    refill(
      this.others,
      roundTable(otherSeats(this.state).map((seat) => otherSeat(this.state, seat, this.names[seat]))),
    );
    refill(this.#middle, this.#deck(), this.#offered(), this.#pile());
    this.drawOwnLine([...seatParts(this.state, near, this.names[near]), chips(this.state.view.seats[near])]);
    refill(this.actions, this.isLive ? this.#buttons() : null);
    this.#drawHand();
  }

  /** Shows what an agent thinks of the actions: on a card of the hand the best of the ways to play it. */
  hint(hints) {
    const { legal, to_move: mover, near } = this.state;
    const ways = (card) => legal.filter((action) => isOfHand(action) && action.card === kindOf(card));
    const known = (card) =>
      ways(card)
        .map(({ action }) => hints.get(action))
        .filter(Boolean);
    const best = (card) => known(card).sort((one, other) => (other.value ?? -1) - (one.value ?? -1))[0];
    this.#hand.hint((card) => (mover === near ? best(card) : undefined));
    for (const element of this.actions.querySelectorAll("[data-action]"))
      showHint(element, hints.get(Number(element.dataset.action)));
  }

  /** Handles a key that was pressed anywhere on the page; tells whether it did. */
  key(event) {
    const word = KEYS[letterOf(event)];
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") this.#hand.focus(event.key === "ArrowLeft" ? -1 : 1);
    else if (word && this.isLive) this.#say(word);
    else return false;
    return true;
  }

  #say(word) {
    const found = this.state.legal.find((action) => action.text === word);
    if (found) this.#act(found.action);
  }

  #deck() {
    const { deck } = this.state.view;
    return make(
      "div",
      { class: "heap" },
      deck > 0 ? playingCard(null, { "aria-hidden": "true", role: null }) : null,
      make("span", { class: "caption" }, text("bang.deck", { count: deck })),
    );
  }

  #pile() {
    const { top, pile } = this.state.view;
    return make(
      "div",
      { class: "heap" },
      top ? lyingCard(top, { dataset: { glide: `pile-${pile}` } }) : null,
      make("span", { class: "caption" }, text("bang.pile", { count: pile })),
    );
  }

  /** The cards of an emporio, or those that the own seat looks at: to be clicked where one may be chosen. */
  #offered() {
    const { emporio, looked } = this.state.view;
    const isPicked = emporio.length > 0;
    const cards = isPicked ? emporio : looked;
    return make(
      "div",
      { class: "offered", role: "group", "aria-label": text("bang.offered") },
      cards.map((card, place) => this.#choosable(card, isPicked ? `pick ${kindOf(card)}` : `back ${place}`)),
      cards.length === 0 && this.isLive ? make("p", { class: "drop-note" }, text("hand.drop_here")) : null,
    );
  }

  #choosable(card, word) {
    const found = this.isLive && this.state.legal.find((action) => action.text === word);
    if (!found) return lyingCard(card);
    const words = actionWords(found, this.names, this.state.view.looked);
    return make(
      "button",
      {
        type: "button",
        class: "card choosable",
        "aria-label": `${words}. ${cardName(card)}`,
        title: kindNote(kindOf(card)),
        dataset: { key: `${word} ${card}` },
        on: { click: () => this.#act(found.action) },
      },
      cardPicture(card),
    );
  }

  #drawHand() {
    const { view, legal, near } = this.state;
    const hand = view.seats[near].hand.filter(Boolean);
    const kinds = new Set(this.isLive ? legal.filter(isOfHand).map((action) => action.card) : []);
    this.#hand.show(hand, {
      playable: new Set(hand.filter((card) => kinds.has(kindOf(card)))),
      live: this.isLive,
      label: text("seat.own_hand", { name: this.names[near] }),
      from: "deck",
    });
    for (const card of this.#hand.element.querySelectorAll("button.card"))
      card.setAttribute("title", kindNote(kindOf(card.dataset.card)));
  }

  /** What may be done without a card of the hand. */
  #buttons() {
    return this.state.legal
      .filter((action) => !action.card && !action.text.startsWith("back"))
      .map((action) =>
        button(actionWords(action, this.names), () => this.#act(action.action), {
          class: action.text === "end" || action.text === "nothing" ? "main" : "",
          dataset: { key: action.text, action: action.action },
        }),
      );
  }

  #play(card) {
    if (!this.isLive) {
      note(text(this.state.returns ? "hand.game_over" : "hand.not_your_turn"));
      return;
    }
    const ways = this.state.legal.filter((action) => isOfHand(action) && action.card === kindOf(card));
    if (ways.length === 0) note(text("bang.not_now", { note: kindNote(kindOf(card)) }));
    else if (ways.length === 1) this.#act(ways[0].action);
    else chooseAmong(ways, (way) => actionWords(way, this.names), this.#act);
  }
}

/** Whether an action plays a card of the hand. */
const isOfHand = ({ card, text: action }) => card && !action.startsWith("pick");
