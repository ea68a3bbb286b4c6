// The table of a game of Bang!: the other seats, deck and pile, what is turned up, the own hand and its actions.

import { announce, note } from "/page/announcer.js";
import { Arrow } from "/page/arrow.js";
import { CardTable } from "/page/card_table.js";
import { lyingCard as playingCard } from "/page/cards.js";
import { button, make, refill } from "/page/elements.js";
import { Hand } from "/page/hand.js";
import { showHint } from "/page/hints.js";
import { letterOf } from "/page/keys.js";
import { otherSeats, roundTable } from "/page/seats.js";
import { text } from "/page/texts.js";
import { ChosenCard } from "./chosen_card.js";
import { explainedCard } from "./explained.js";
import { cardName, cardPicture, kindNote, kindOf } from "./pictures.js";
import { chips, isHurt, otherSeat, seatParts } from "./seats.js";
import { actionWords, barredWords, excess, lately } from "./words.js";

const KEYS = { e: "end", n: "nothing" };

export class Board extends CardTable {
  #act;
  #hints = new Map();
  #middle = make("div", { class: "middle" });
  #hand;
  #arrow;
  #chosen = null;
  /** @type {string | null} the position in which the user has asked to discard before anything calls for it */
  #discardsIn = null;
  #box;

  /** @param act sends a legal action's number */
  constructor(host, { act }) {
    super();
    this.#act = (action) => {
      this.#chosen = null;
      act(action);
    };
    this.#hand = new Hand(
      (card, point, zone) => (point ? this.#drop(card, zone) : this.#click(card)),
      (card) => [this.#middle, ...this.#seatsFor(card)],
      { name: cardName, picture: cardPicture },
    );
    this.#box = new ChosenCard(this.#act, () => this.#choose(null));
    this.lay(host, "bang", this.#middle, this.#box.element, this.#hand.element);
    this.#arrow = new Arrow(this.element);
  }

  draw() {
    const { near } = this.state;
    refill(
      this.others,
      roundTable(otherSeats(this.state).map((seat) => otherSeat(this.state, seat, this.names[seat]))),
    );
    refill(this.#middle, this.#deck(), make("div", { class: "centre" }, this.#lately(), this.#offered()), this.#pile());
    this.drawOwnLine([...seatParts(this.state, near, this.names[near]), chips(this.state, near)]);
    this.ownLine.classList.toggle("hurt", isHurt(this.state, near));
    refill(this.actions, this.isLive ? this.#buttons() : null);
    this.#drawHand();
    this.#choose(this.#mayStay(this.#chosen) ? this.#chosen : null);
    this.#arrow.point(this.state.returns ? null : this.#aim); // it measures where the seats lie
  }

  /** Whether a chosen card stays so in a new position: the box would cover cards that lie open to be picked. */
  #mayStay(card) {
    return (this.#turnedUp.length > 0 ? this.#turnedUp : this.#cards).includes(card);
  }

  /** Shows what an agent thinks of the actions: on a card of the hand the best of the ways to play it. */
  hint(hints) {
    this.#hints = hints;
    const { to_move: mover, near } = this.state;
    const known = (card) => this.#waysOf(card).flatMap(({ action }) => hints.get(action) ?? []);
    const best = (card) => known(card).sort((one, other) => (other.value ?? -1) - (one.value ?? -1))[0];
    this.#hand.hint((card) => (mover === near ? best(card) : undefined));
    for (const element of this.#buttonsWith("action")) showHint(element, hints.get(Number(element.dataset.action)));
  }

  /** Handles a key that was pressed anywhere on the page; tells whether it did. */
  key(event) {
    const word = KEYS[letterOf(event)];
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") this.#hand.focus(event.key === "ArrowLeft" ? -1 : 1);
    else if (event.key === "Escape" && this.#chosen) this.#choose(null);
    else if (word && this.isLive) this.#say(word);
    else return false;
    return true;
  }

  #say(word) {
    const found = this.state.legal.find((action) => action.text === word);
    if (found) this.#act(found.action);
    else if (word === "end" && this.#isInTurn) this.#callForDiscards();
  }

  /** Raises the cards to be discarded before the turn may end; cards may be played again by a second call. */
  #callForDiscards() {
    if (this.state.view.phase === "discarding") note(text("bang.discard_first", { count: excess(this.state) }));
    this.#discardsIn = this.#wantsDiscards ? null : this.#position;
    this.draw();
    this.hint(this.#hints);
  }

  /** Whether the user has asked to discard in the position shown; none but that one is meant. */
  get #wantsDiscards() {
    return this.#discardsIn === this.#position;
  }

  /** The position shown, unlike any before it: of another game, or after plies that were taken back. */
  get #position() {
    const { revision, ply } = this.state;
    return `${revision} ${ply}`;
  }

  get #isInTurn() {
    return this.isLive && ["playing", "discarding"].includes(this.state.view.phase);
  }

  /** What has happened last, for who has looked away. */
  #lately() {
    const said = lately(this.log, this.state.ply, this.names, this.state.near);
    return make(
      "ol",
      { class: "lately", "aria-label": text("bang.lately") },
      said.map((words) => make("li", {}, words)),
    );
  }

  /** Who has just played a card against whom, or shoots at whom; null for nobody. */
  get #aim() {
    const { events, to_move: mover, view } = this.state;
    const aimed = events.find(({ target, seat }) => target !== null && target !== undefined && target !== seat);
    if (aimed) return [aimed.seat, aimed.target];
    const isShot = ["shot", "raided", "duelling"].includes(view.phase) && view.source !== mover;
    return isShot && view.source !== null && mover !== null ? [view.source, mover] : null;
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
      top ? explainedCard(top, { dataset: { key: "pile", glide: `pile-${pile}` } }) : null,
      make("span", { class: "caption" }, text("bang.pile", { count: pile })),
    );
  }

  /** @returns {NodeListOf<HTMLButtonElement>} the buttons with a card, or with an action */
  #buttonsWith(what) {
    return this.element.querySelectorAll(`button[data-${what}]`);
  }

  // Cards to choose: those of the hand, of an emporio, and those that the own seat looks at

  get #turnedUp() {
    const { emporio, looked } = this.state.view;
    return emporio.length > 0 ? emporio : looked;
  }

  get #cards() {
    const { view, near } = this.state;
    return [...this.#turnedUp, ...view.seats[near].hand.filter(Boolean)];
  }

  #offered() {
    return make(
      "div",
      { class: "offered", role: "group", "aria-label": text("bang.offered") },
      this.#turnedUp.map((card) => this.#choosable(card)),
      this.#turnedUp.length === 0 && this.isLive && this.#cards.some((card) => this.#waysOf(card).length > 0)
        ? make("p", { class: "drop-note" }, text("bang.drop_here"))
        : null,
    );
  }

  #choosable(card) {
    const [way] = this.#waysOf(card);
    if (!way) return explainedCard(card, { dataset: { key: card } });
    return make(
      "button",
      {
        type: "button",
        class: "card choosable",
        "aria-label": cardName(card),
        title: kindNote(kindOf(card)),
        dataset: { key: card, card },
        on: { click: () => this.#click(card) },
      },
      cardPicture(card),
    );
  }

  #drawHand() {
    const { view, near } = this.state;
    const hand = view.seats[near].hand.filter(Boolean);
    this.#hand.show(hand, {
      playable: new Set(hand.filter((card) => this.#dueWays(card).length > 0)),
      usable: new Set(hand.filter((card) => this.#waysOf(card).length > 0)),
      live: this.isLive,
      label: text("seat.own_hand", { name: this.names[near] }),
      from: "deck",
    });
    for (const card of this.#hand.element.querySelectorAll("button.card"))
      card.setAttribute("title", kindNote(kindOf(card.dataset.card)));
  }

  /** The actions for which a card may be used. */
  #waysOf(card) {
    const { legal, view } = this.state;
    const { emporio, looked } = view;
    if (!this.isLive) return [];
    if (emporio.includes(card)) return legal.filter((action) => action.text === `pick ${kindOf(card)}`);
    if (looked.includes(card)) return legal.filter((action) => action.text === `back ${looked.indexOf(card)}`);
    return legal.filter((action) => action.card === kindOf(card) && !action.text.startsWith("pick"));
  }

  /** The actions that a click on a card means: in a turn those that play it, or those that discard it. */
  #dueWays(card) {
    const ways = this.#waysOf(card);
    return this.#isInTurn ? ways.filter((action) => isDiscard(action) === this.#isDiscarding) : ways;
  }

  /** Whether cards are to be discarded: it has begun, the user has asked for it, or nothing else can be done. */
  get #isDiscarding() {
    const { legal, view } = this.state;
    if (!this.#isInTurn || view.phase === "discarding") return this.#isInTurn;
    return excess(this.state) > 0 && (this.#wantsDiscards || legal.every(isDiscard));
  }

  /** A first click chooses a card and says what it does; the next one does the one thing that is due. */
  #click(card) {
    if (card !== this.#chosen) this.#choose(card);
    else if (!this.#doOnly(this.#dueWays(card))) this.#box.focus();
  }

  /** A drop does the one thing that is due, on a seat at whoever sits there; else it chooses the card. */
  #drop(card, zone) {
    const ways = this.#dueWays(card);
    const meant = zone === this.#middle ? ways : ways.filter(({ target }) => this.#seat(target) === zone);
    if (!this.#doOnly(meant)) this.#choose(card);
  }

  /** Does the one thing that may be done; tells whether there is one. */
  #doOnly(ways) {
    const [way, ...others] = ways;
    if (!way || others.length > 0) return false;
    this.#act(way.action);
    return true;
  }

  #seat(number) {
    return this.others.querySelector(`[data-seat="${number}"]`);
  }

  /** The other seats at which a card may be played. */
  #seatsFor(card) {
    return [...new Set(this.#dueWays(card).map(({ target }) => this.#seat(target)))].filter(Boolean);
  }

  #choose(card) {
    this.#chosen = card;
    for (const element of this.#buttonsWith("card"))
      element.setAttribute("aria-pressed", String(element.dataset.card === card));
    this.#lightUp(card ? this.#dueWays(card) : []);
    if (!card) {
      this.#box.hide();
      return;
    }
    const { looked } = this.state.view;
    const ways = this.#waysOf(card).map((way) => ({
      action: way.action,
      words: actionWords(way, this.names, { looked, isButton: true }),
      isMain: this.#dueWays(card).includes(way),
    }));
    this.#box.show(card, this.#reason(card), ways);
    this.hint(this.#hints);
    announce(kindNote(kindOf(card)));
  }

  /** Lets the seats be tapped at which the chosen card may be played in one way. */
  #lightUp(ways) {
    for (const aim of this.others.querySelectorAll(".aim")) aim.remove();
    for (const seat of otherSeats(this.state)) {
      const [way, ...others] = ways.filter(({ target }) => target === seat);
      if (!way || others.length > 0) continue;
      const aim = button("", () => this.#act(way.action), {
        class: "aim",
        "aria-label": actionWords(way, this.names, { isButton: true }),
      });
      this.#seat(seat).append(aim);
    }
  }

  /** Why a card has no use now; nothing if it has one. */
  #reason(card) {
    if (!this.isLive) return this.whyIdle;
    return this.#dueWays(card).length > 0 ? "" : barredWords(this.state, card);
  }

  /** What may be done without a card of the hand; the end of the turn, or how many cards it waits for. */
  #buttons() {
    const actions = this.state.legal.filter((action) => !action.card && !action.text.startsWith("back"));
    const buttons = actions.map((action) =>
      button(actionWords(action, this.names), () => this.#act(action.action), {
        class: action.text === "end" || action.text === "nothing" ? "main" : "",
        dataset: { key: action.text, action: action.action },
      }),
    );
    if (!this.#isInTurn || actions.some((action) => action.text === "end")) return buttons;
    return [
      ...buttons,
      button(text("bang.discards", { count: excess(this.state) }), () => this.#say("end"), {
        "aria-pressed": String(this.#isDiscarding),
        dataset: { key: "end" },
      }),
    ];
  }
}

const isDiscard = (action) => action.text.startsWith("discard");
