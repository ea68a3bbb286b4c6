// The table of a game of Oh Hell!: the other seats, trumps, trick and scores, the own hand and its bids.

import { note } from "/page/announcer.js";
import { CardTable } from "/page/card_table.js";
import { cardName, inHandOrder, lyingCard, suitSign } from "/page/cards.js";
import { make, refill } from "/page/elements.js";
import { Hand } from "/page/hand.js";
import { fan, seatLine, tag } from "/page/seats.js";
import { text } from "/page/texts.js";
import { Bids } from "./bids.js";
import { made, roundWords, scoreTable } from "./scores.js";
import { trickCards, trickShown, trickWords } from "./trick.js";
import { suitToFollow } from "./words.js";

const UNKNOWN = "?"; // trumps that are hidden until the last bid

export class Board extends CardTable {
  #act;
  #round = make("section", { class: "round", "aria-label": text("oh-hell.round_title") });
  #trick = make("div", { class: "trick", role: "group" });
  #scores = make("div", { class: "score-box" });
  #middle = make("div", { class: "middle" }, this.#round, this.#trick, this.#scores);
  #hidden = make("div", { class: "fan" });
  #lastRound;
  #bids = new Bids((bid) => this.#bid(bid));
  #hand = new Hand(
    (card) => this.#play(card),
    () => [this.#trick],
  );

  /** @param act sends a legal action's number */
  constructor(host, { act }) {
    super();
    this.#act = act;
    this.lay(host, "oh-hell", this.#middle, this.#bids.element, this.#hidden, this.#hand.element);
  }

  /** Draws the state. */
  draw() {
    this.#noteRound();
    this.drawOthers((seat) => this.#tags(seat), "round");
    this.#drawMiddle();
    this.#drawOwn();
  }

  /** Shows what an agent thinks of the actions: a map of hints by action number. */
  hint(hints) {
    const { legal, to_move: mover, near } = this.state;
    const played = legal.find((action) => hints.get(action.action)?.best)?.card;
    const hintOf = (card) => hints.get(legal.find((action) => action.card === card)?.action);
    this.#hand.hint((card) => (mover === near ? hintOf(card) : undefined));
    this.#bids.hint(hints);
    for (const card of this.others.querySelectorAll(".card"))
      card.classList.toggle("advised", mover !== near && card.dataset.glide === played);
  }

  /** Handles a key that was pressed anywhere on the page; tells whether it did. */
  key(event) {
    if (this.isLive && this.#bids.key(event)) return true;
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return false;
    this.#hand.focus(event.key === "ArrowLeft" ? -1 : 1);
    return true;
  }

  /** Says what each seat has made once a round of the game is over: the next one begins at once. */
  #noteRound() {
    const { events, mode, ply, plies, returns, view } = this.state;
    if (ply === 0) this.#lastRound = undefined; // it was of another game
    const ended = events.find((event) => event.kind === "round");
    if (!ended) return;
    const isNew = String(ended.scores) !== String(this.#lastRound?.scores);
    this.#lastRound = ended;
    if (isNew && mode === "play" && ply === plies && !returns) note(roundWords(ended, view.round - 1, this.names));
  }

  get #isBidding() {
    return this.isLive && this.state.view.phase === "bid";
  }

  /** Who deals, and how a seat stands to its bid; at the end, who has won. */
  #tags(seat) {
    const { view, returns } = this.state;
    if (returns) return returns[seat] === Math.max(...returns) ? tag(text("oh-hell.winner"), "winner") : null;
    const [bid, won] = [view.bids[seat], view.won[seat]];
    return [
      view.dealer === seat ? tag(text("oh-hell.dealer")) : null,
      bid === null ? null : tag(text("oh-hell.won_of", { won, bid }), made(view, seat)),
    ];
  }

  #drawMiddle() {
    const { view } = this.state;
    const shown = trickShown(this.state);
    refill(this.#round, this.#trumps(), this.#roundWords(view));
    this.#round.dataset.glide = "round";
    this.#trick.setAttribute("aria-label", trickWords(shown, this.names));
    refill(
      this.#trick,
      trickCards(shown, this.names),
      shown.cards.length === 0 && this.isLive && !this.#isBidding
        ? make("p", { class: "drop-note" }, text("hand.drop_here"))
        : null,
    );
    refill(this.#scores, scoreTable(this.state, this.names, this.#lastRound));
  }

  #trumps() {
    const { trump: named, turned } = this.state.view;
    const trump = named === UNKNOWN ? null : named;
    const words = trump ? text("cards.trumps", { suit: text(`suit.${trump}.name`) }) : text("cards.no_trumps");
    return make(
      "div",
      { class: "trumps" },
      turned ? lyingCard(turned, { dataset: { glide: turned } }) : null,
      trump ? make("span", { class: "trump", "aria-hidden": "true" }, suitSign(trump)) : null,
      make("span", { class: "caption" }, named === UNKNOWN ? text("oh-hell.blind") : words),
    );
  }

  #roundWords({ round, rounds, hand_size: count }) {
    return make(
      "div",
      { class: "caption" },
      make("span", {}, text("oh-hell.round", { round, rounds })),
      make("span", {}, text("oh-hell.tricks", { count })),
    );
  }

  #drawOwn() {
    const { view, legal, near: own } = this.state;
    const cards = view.hands[own];
    const line = { name: this.names[own], tags: this.#tags(own), count: cards.length };
    this.drawOwnLine(seatLine(this.state, own, line));
    this.#bids.show(this.#isBidding ? view.hand_size : -1, legal);
    refill(
      this.#hidden,
      fan(
        cards.filter((card) => !card),
        own,
        "round",
      ),
    );
    this.#hand.show(inHandOrder(cards.filter(Boolean), view.trump), {
      playable: new Set(this.isLive ? legal.map((action) => action.card).filter(Boolean) : []),
      live: this.isLive && !this.#isBidding,
      label: text("seat.own_hand", { name: this.names[own] }),
      from: "round",
    });
  }

  // What the user does

  #bid(bid) {
    const found = this.state.legal.find((action) => action.bid === bid);
    if (found) this.#act(found.action);
    else note(text("oh-hell.illegal.hook", { bid, count: this.state.view.hand_size }));
  }

  #play(card) {
    const found = this.state.legal.find((action) => action.card === card);
    if (!this.isLive) note(this.whyIdle);
    else if (found) this.#act(found.action);
    else if (this.#isBidding) note(text("oh-hell.illegal.bid_first"));
    else this.#explain(card);
  }

  #explain(card) {
    const suit = suitToFollow(this.state);
    const words = text("oh-hell.illegal.follow", { card: cardName(card), suit: text(`suit.${suit}.name`) });
    note(words[0].toUpperCase() + words.slice(1));
  }
}
