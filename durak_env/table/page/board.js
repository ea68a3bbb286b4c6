// The table of a game of Durak: the other seats, talon, bout and discard, the own hand and its actions.

import { note } from "/page/announcer.js";
import { Arrow } from "/page/arrow.js";
import { CardTable } from "/page/card_table.js";
import { cardName, inHandOrder, lyingCard, suitSign } from "/page/cards.js";
import { chooseAmong } from "/page/chooser.js";
import { button, make, refill } from "/page/elements.js";
import { Hand } from "/page/hand.js";
import { showHint } from "/page/hints.js";
import { letterOf } from "/page/keys.js";
import { seatLine, tag } from "/page/seats.js";
import { text } from "/page/texts.js";
import { discardPile } from "./discard.js";
import { isTransfer } from "./words.js";

const KEYS = { t: "take", d: "done" };

export class Board extends CardTable {
  #act;
  #hints = new Map();
  #middle = make("div", { class: "middle" });
  #bout = make("div", { class: "bout", role: "group" });
  #hand;
  #arrow;

  /** @param act sends a legal action's number */
  constructor(host, { act }) {
    super();
    this.#act = act;
    this.#hand = new Hand(
      (card, point) => this.#play(card, point),
      () => [this.#middle],
    );
    this.lay(host, "durak", this.#middle, this.#hand.element);
    this.#arrow = new Arrow(this.element);
  }

  /** Draws the state; cards that have moved were at the places in `before`. */
  draw(before) {
    this.drawOthers((seat) => this.#tags(seat), "talon");
    refill(
      this.#middle,
      this.#talon(),
      this.#drawBout(),
      discardPile(this.state.view, this.#arriving(before)),
      this.#talonOrder(),
    );
    this.#drawOwn();
    const { attacker, defender } = this.state.view;
    this.#arrow.point(this.state.returns ? null : [attacker, defender]);
  }

  /** Shows what an agent thinks of the actions: a map of hints by action number. */
  hint(hints) {
    this.#hints = hints;
    const { to_move: mover, near } = this.state;
    this.#hand.hint((card) => (mover === near ? this.#hintOf(card) : undefined));
    for (const element of this.actions.querySelectorAll("[data-action]"))
      showHint(element, hints.get(Number(element.dataset.action)));
    for (const card of this.others.querySelectorAll(".card")) {
      card.classList.toggle("advised", mover !== near && Boolean(this.#hintOf(card.dataset.glide)?.best));
    }
  }

  /** Handles a key that was pressed anywhere on the page; tells whether it did. */
  key(event) {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") this.#hand.focus(event.key === "ArrowLeft" ? -1 : 1);
    else if (letterOf(event) in KEYS && this.isLive) this.#say(KEYS[letterOf(event)]);
    else return false;
    return true;
  }

  // The other seats

  #tags(seat) {
    const { view } = this.state;
    const role = this.#role(seat);
    return [
      role ? tag(text(`durak.role.${role}`), role) : null,
      view.teams && new Set(view.teams).size < view.teams.length
        ? tag(text("durak.team", { team: view.teams[seat] + 1 }))
        : null,
    ];
  }

  #role(seat) {
    const { view } = this.state;
    const standing = view.standing?.[seat];
    if (standing) return standing;
    if (view.out.includes(seat)) return "out";
    if (seat === view.defender) return view.phase === "throw-in after take" ? "takes" : "defender";
    return seat === view.attacker ? "attacker" : null;
  }

  // Talon, bout, discard

  #talon() {
    const { talon, trump_suit: suit } = this.state.view;
    const sign = suit
      ? make(
          "span",
          { class: "trump", title: text("cards.trumps", { suit: text(`suit.${suit}.name`) }) },
          suitSign(suit),
        )
      : null;
    const words = suit ? text("cards.trumps", { suit: text(`suit.${suit}.name`) }) : text("cards.no_trumps");
    const backs = Array.from({ length: Math.min(3, Math.max(0, talon.size - 1)) }, () =>
      lyingCard(null, { "aria-hidden": "true", role: null }),
    );
    return make(
      "section",
      { class: "talon", "aria-label": `${text("durak.talon", { count: talon.size })}. ${words}` },
      make(
        "div",
        { class: "pile" },
        talon.size > 0 && talon.bottom
          ? lyingCard(talon.bottom, { class: "bottom", dataset: { glide: talon.bottom } })
          : null,
        make(
          "div",
          { class: "backs", dataset: { glide: "talon" } },
          talon.size === 1 && !talon.bottom ? lyingCard(null) : backs,
        ),
        talon.size === 0 ? make("div", { class: "empty" }, sign) : null,
      ),
      make("div", { class: "caption" }, sign, make("span", {}, text("durak.talon_short", { count: talon.size }))),
    );
  }

  /** The cards of the talon in the order in which they are drawn, where all cards are shown. */
  #talonOrder() {
    const { cards } = this.state.view.talon;
    if (!cards?.length) return null;
    const label = `${text("durak.talon_order")}: ${cards.map((card) => cardName(card)).join(", ")}`;
    return make(
      "div",
      { class: "talon-order", role: "group", "aria-label": label },
      make("span", { class: "caption" }, text("durak.talon_order")),
      make(
        "div",
        { class: "fan" },
        cards.map((card) => lyingCard(card)),
      ),
    );
  }

  #drawBout() {
    const { view } = this.state;
    const toBeat = view.phase === "defence" ? view.table.find(([, beaten]) => !beaten)?.[0] : null;
    this.#bout.setAttribute("aria-label", this.#boutWords());
    const from = `seat-${view.attacker}`;
    refill(
      this.#bout,
      view.table.map(([attack, beaten]) =>
        make(
          "div",
          { class: `pair${attack === toBeat ? " to-beat" : ""}`, dataset: { attack } },
          lyingCard(attack, { dataset: { glide: attack, from } }),
          beaten
            ? lyingCard(beaten, { class: "beats", dataset: { glide: beaten, from: `seat-${view.defender}` } })
            : null,
        ),
      ),
      view.table.length === 0 && this.isLive ? make("p", { class: "drop-note" }, text("hand.drop_here")) : null,
    );
    for (const [place, name] of ["--pairs", "--half", "--third"].entries())
      this.#bout.style.setProperty(name, String(Math.ceil(view.table.length / (place + 1))));
    return this.#bout;
  }

  #boutWords() {
    const pairs = this.state.view.table.map(([attack, beaten]) =>
      beaten
        ? text("durak.beaten_by", { attack: cardName(attack), card: cardName(beaten) })
        : text("durak.not_beaten", { attack: cardName(attack) }),
    );
    return pairs.length > 0 ? `${text("durak.table")}: ${pairs.join("; ")}` : text("durak.table_empty");
  }

  /** The cards of the discard that lay elsewhere before. */
  #arriving(before) {
    return this.state.view.discard.filter((card) => before.has(card));
  }

  // The own seat

  #drawOwn() {
    const { view, legal, near: own } = this.state;
    const live = this.isLive;
    const playable = new Set(live ? legal.map((action) => action.card).filter(Boolean) : []);
    const line = { name: this.names[own], tags: this.#tags(own), count: view.hands[own].length };
    this.drawOwnLine(seatLine(this.state, own, line));
    refill(this.actions, live ? this.#buttons() : null);
    this.#hand.show(inHandOrder(view.hands[own].filter(Boolean), view.trump_suit), {
      playable,
      live,
      label: text("seat.own_hand", { name: this.names[own] }),
      from: "talon",
    });
  }

  /** The best hint of the actions that play a card; undefined if there is none. */
  #hintOf(card) {
    const hints = this.state.legal
      .filter((action) => action.card === card)
      .map(({ action }) => this.#hints.get(action));
    return hints.filter(Boolean).sort((one, other) => (other.value ?? -1) - (one.value ?? -1))[0];
  }

  #buttons() {
    const { view, legal } = this.state;
    const offered = view.phase === "defence" ? ["take"] : view.phase === "attack" ? [] : ["done"];
    const extra = legal.filter((action) => isTransfer(action.text));
    return [
      ...offered.map((word) => this.#wordButton(word)),
      ...extra.map((action) =>
        button(this.#transferWords(action), () => this.#act(action.action), {
          dataset: { key: action.text, action: action.action },
        }),
      ),
    ];
  }

  #wordButton(word) {
    const found = this.#legalText(word);
    const label = text(
      word === "done" && this.state.view.phase === "throw-in after take"
        ? "durak.action.done_after_take"
        : `durak.action.${word}`,
    );
    const key = make("kbd", { "aria-hidden": "true" }, word[0].toUpperCase());
    return button([label, key], () => this.#say(word), {
      class: found ? "main" : "",
      "aria-disabled": found ? null : "true",
      "aria-keyshortcuts": word[0].toUpperCase(),
      dataset: { key: word, ...(found ? { action: found.action } : {}) },
    });
  }

  #transferWords(action) {
    if (action.text === "show") return text("durak.action.show");
    return [text("durak.action.transfer"), suitSign(action.text[1])];
  }

  // What the user does

  #legalText(word) {
    return this.state.legal.find((action) => action.text === word);
  }

  /** Takes, or is done; says why if that may not be. */
  #say(word) {
    const found = this.#legalText(word);
    if (found) this.#act(found.action);
    else this.#explain(word);
  }

  #play(card, point) {
    if (!this.isLive) {
      note(this.whyIdle);
      return;
    }
    const ways = this.state.legal.filter((action) => action.card === card);
    if (ways.length === 0) this.#explain(card);
    else if (ways.length === 1) this.#act(ways[0].action);
    else chooseAmong(ways, this.#wayWords(card), (action) => this.#act(action), point && this.#wayAt(ways, point));
  }

  /** The way of a card that was dropped on the card that it beats: to beat it. */
  #wayAt(ways, { x, y }) {
    const isOnPair = document.elementsFromPoint(x, y).some((element) => element.closest?.(".pair"));
    return isOnPair ? ways.find((way) => !isTransfer(way.text)) : undefined;
  }

  #wayWords(card) {
    return (way) => {
      if (way.text === "show") return text("durak.action.show");
      return text(way.text.startsWith(">") ? "durak.action.transfer_with" : "durak.action.beat_with", {
        card: cardName(card, "ins"),
      });
    };
  }

  #explain(what) {
    const reason = this.state.view.illegal?.[what];
    if (!reason) return;
    const values = {};
    for (const [name, value] of Object.entries(reason.words)) {
      if (name === "card" || name === "attack") {
        values[name] = cardName(value);
        values[`${name}_acc`] = cardName(value, "acc");
      } else values[name] = name === "seat" ? this.names[value] : value;
    }
    const key = `durak.illegal.${reason.code}`;
    const words = text(key, values);
    note(words === key ? reason.text : words[0].toUpperCase() + words.slice(1));
  }
}
