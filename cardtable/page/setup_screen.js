// A new game: who sits where, by which rules, from which deal.

import { AgentChoice, FRIEND, HUMAN, usualOpponent } from "./agent_choice.js";
import { button, choice, field, freshId, make, refill } from "./elements.js";
import { Offer } from "./offer.js";
import { optionsForm } from "./options_form.js";
import { keepRoom, wayToRoom } from "./own_room.js";
import { ProgressLine } from "./progress_line.js";
import { reachNote } from "./reach_note.js";
import { change, settings } from "./settings.js";
import { text } from "./texts.js";

/** What becomes of the seat of a friend who stays away. */
const AWAY = ["agent", "forfeit", "withdraw", "wait"];
const CLOCKS = ["none", "move", "game"];

/** What was chosen last, while the page is open; one for games to play and one for games to watch. */
const drafts = {};

function newDraft(welcome, watching) {
  const known = welcome.agents.some((agent) => agent.spec === settings.level);
  const level = known ? settings.level : usualOpponent(welcome.agents);
  const opponents = Array(welcome.seats[0]).fill(welcome.own[0] ?? level);
  return {
    seats: watching ? opponents : [HUMAN, ...opponents.slice(1)],
    rules: {},
    openWorld: false,
    seed: "",
    deal: {},
    away: AWAY[0],
    clock: CLOCKS[0],
    clockSeconds: 60,
  };
}

export class SetupScreen {
  #app;
  #watching;
  #draft;
  #choices = [];
  #seats = make("div", { class: "fields" });
  #people = make("div", { class: "fields" });
  #reach = make("div");
  #friends = make("div");
  #errors = new Map();
  #progress;
  #start;
  /** What decides about the cards, which a table of friends draws for each game. */
  #cards = [];
  #offer;

  constructor(app, { watching, withFriends = false }) {
    this.#app = app;
    this.#progress = new ProgressLine(app.welcome, {
      session: app.session,
      purposeOf: (spec) => (this.#draft.seats.includes(spec) ? "play" : "stand_in"),
    });
    this.#watching = watching;
    this.#draft = drafts[watching] ??= newDraft(app.welcome, watching);
    if (withFriends && !this.#draft.seats.includes(FRIEND)) this.#draft.seats[this.#draft.seats.length - 1] = FRIEND;
    this.#offer = new Offer(app.client, () => this.#variant());
    this.title = watching ? "setup.watch" : "setup.play";
    this.#start = button(text(watching ? "setup.start_watching" : "setup.start"), () => this.#begin(), {
      class: "main",
    });
    this.element = make("div", { class: "narrow stack" }, make("h1", {}, text(this.title)), wayToRoom(), this.#form());
    this.#drawSeats();
  }

  /** The rules that differ from the usual ones. */
  get options() {
    return this.#draft.rules;
  }

  #variant() {
    const { seats, rules, openWorld } = this.#draft;
    return { seats: seats.length, rules, open_world: openWorld };
  }

  #form() {
    const seed = this.#textField(
      "seed",
      text("setup.seed"),
      this.#draft.seed,
      text("setup.seed_note"),
      (value) => (this.#draft.seed = value),
    );
    const deal = this.#deal();
    this.#cards = [seed, deal].filter(Boolean);
    return make(
      "form",
      { class: "box stack", on: { submit: (event) => (event.preventDefault(), this.#begin()) } },
      this.#reach,
      this.#numberOfSeats(),
      this.#seats,
      this.#people,
      this.#friends,
      seed,
      this.#rules(),
      deal,
      this.#errorOf(""),
      this.#progress.element,
      make("div", { class: "row begin" }, this.#start),
    );
  }

  #numberOfSeats() {
    const [fewest, most] = this.#app.welcome.seats;
    if (fewest === most) return null;
    const numbers = Array.from({ length: most - fewest + 1 }, (_, more) => fewest + more);
    return field(
      text("setup.seats"),
      choice(
        numbers.map((count) => [count, String(count)]),
        this.#draft.seats.length,
        (count) => this.#resize(Number(count)),
        { class: "short" },
      ),
    );
  }

  #resize(count) {
    const { seats } = this.#draft;
    while (seats.length < count) seats.push(seats.at(-1) === HUMAN ? settings.level : seats.at(-1));
    seats.length = count;
    this.#drawSeats();
  }

  #drawSeats() {
    this.#choices = this.#draft.seats.map(
      (spec, seat) =>
        new AgentChoice(this.#app.welcome, {
          chosen: spec,
          label: text("person", { seat: seat + 1 }),
          human: !this.#watching,
          friend: !this.#watching,
          onChange: (value) => {
            const { seats } = this.#draft;
            const before = seats.includes(FRIEND);
            seats[seat] = value;
            this.#drawPeople();
            this.#sayNotesOnce();
            if (seats.includes(FRIEND) !== before) this.#drawFriends(); // who is typing there goes on
          },
        }),
    );
    refill(
      this.#seats,
      this.#choices.map((choice) => choice.element),
    );
    this.#offer.to(this.#choices).then(() => this.#sayNotesOnce());
    this.#sayNotesOnce();
    this.#drawPeople();
    this.#drawFriends();
  }

  /** Equal agents are told of once, below the first of them. */
  #sayNotesOnce() {
    for (const [at, choice] of this.#choices.entries())
      choice.saysNote = this.#choices.findIndex(({ note }) => note === choice.note) === at;
  }

  /** The names of several people who share this screen. */
  #drawPeople() {
    const seats = [...this.#draft.seats.keys()].filter((seat) => this.#draft.seats[seat] === HUMAN);
    const named = seats.length > 1 && !this.#draft.seats.includes(FRIEND) ? seats : [];
    const name = (seat, given) => {
      const people = this.#draft.seats.map((_, other) => settings.people[other] ?? "");
      change("people", people.with(seat, given.trim()));
    };
    refill(
      this.#people,
      named.map((seat) =>
        field(
          text("setup.name", { seat: seat + 1 }),
          make("input", {
            type: "text",
            maxlength: 30,
            value: settings.people[seat] ?? "",
            dataset: { key: `name-${seat}` },
            on: { change: (event) => name(seat, event.target.value) },
          }),
        ),
      ),
    );
  }

  /** What is to be said of friends, once one is to come. */
  #drawFriends() {
    const draft = this.#draft;
    const forFriends = draft.seats.includes(FRIEND);
    for (const part of this.#cards) part.hidden = forFriends;
    if (!this.#watching) this.#start.textContent = text(forFriends ? "setup.start_friends" : "setup.start");
    refill(this.#reach, forFriends ? reachNote(this.#app.welcome) : null);
    refill(this.#friends, forFriends ? this.#whoStaysAway() : null);
  }

  /** What becomes of the seats of those who stay away or have no time left. */
  #whoStaysAway() {
    const draft = this.#draft;
    const known = AWAY.filter((way) => way !== "withdraw" || this.#app.welcome.can_withdraw);
    const ways = known.map((way) => [way, text(`setup.away.${way}`)]);
    const clocks = CLOCKS.map((clock) => [clock, text(`setup.clock.${clock}`)]);
    const seconds = make("input", {
      type: "number",
      min: 1,
      max: 86400,
      value: draft.clockSeconds,
      on: { input: (event) => (draft.clockSeconds = Number(event.target.value)) },
    });
    const isOpen = this.#friends.querySelector("details")?.open ?? draft.clock !== CLOCKS[0];
    return make(
      "details",
      { open: isOpen },
      make("summary", {}, text("setup.waiting")),
      make(
        "div",
        { class: "fields" },
        field(
          text("setup.away"),
          choice(ways, draft.away, (way) => (draft.away = way)),
          this.#errorOf("away"),
        ),
        field(
          text("setup.clock"),
          choice(clocks, draft.clock, (clock) => ((draft.clock = clock), this.#drawFriends()), {
            dataset: { key: "clock" },
          }),
        ),
        draft.clock === "none" ? null : field(text("setup.clock_seconds"), seconds, this.#errorOf("clock_seconds")),
      ),
    );
  }

  #rules() {
    const { options } = this.#app.welcome;
    const worlds = [
      ["closed", text("setup.closed")],
      ["open", text("setup.open")],
    ];
    const see = (world) => {
      this.#draft.openWorld = world === "open";
      this.#offer.refresh();
    };
    return make(
      "details",
      { open: Object.keys(this.#draft.rules).length > 0 || this.#draft.openWorld },
      make("summary", {}, text("setup.rules")),
      field(text("setup.world"), choice(worlds, this.#draft.openWorld ? "open" : "closed", see)),
      optionsForm(options, this.#draft.rules, () => this.#offer.refresh()),
      this.#errorOf("rules"),
    );
  }

  #deal() {
    const fields = this.#app.welcome.deal;
    if (fields.length === 0) return null;
    const set = (name) => (value) => {
      if (value) this.#draft.deal[name] = /^\d+$/.test(value) ? Number(value) : value;
      else delete this.#draft.deal[name];
    };
    return make(
      "details",
      { open: Object.keys(this.#draft.deal).length > 0 },
      make("summary", {}, text("setup.deal")),
      make(
        "div",
        { class: "fields" },
        fields.map((name) =>
          this.#textField(`deal.${name}`, text(`deal.${name}`), String(this.#draft.deal[name] ?? ""), null, set(name)),
        ),
      ),
      this.#errorOf("deal"),
    );
  }

  #textField(name, label, value, words, set) {
    const error = this.#errorOf(name);
    const input = make("input", {
      type: "text",
      value,
      spellcheck: "false",
      autocomplete: "off",
      "aria-describedby": error.id,
      on: { input: (event) => set(event.target.value.trim()) },
    });
    return field(label, input, [words ? make("small", { class: "note" }, words) : null, error].filter(Boolean));
  }

  #errorOf(name) {
    const error = make("small", { class: "error", role: "alert", id: freshId("error") });
    this.#errors.set(name, error);
    return error;
  }

  async #begin() {
    for (const error of this.#errors.values()) error.textContent = "";
    for (const choice of this.#choices) choice.refuse("");
    const { rules, openWorld, seed, deal } = this.#draft;
    const seats = (this.#draft.seats = this.#choices.map((choice) => choice.value));
    const opponent = seats.find((spec) => spec !== HUMAN && spec !== FRIEND);
    if (!this.#watching && opponent) change("level", opponent);
    this.#start.disabled = true;
    try {
      if (seats.includes(FRIEND)) {
        const { link } = await this.#app.session.ask({
          type: "gather",
          seats,
          rules,
          open_world: openWorld,
          away: this.#draft.away,
          clock: this.#draft.clock,
          clock_seconds: this.#draft.clockSeconds,
        });
        keepRoom(link);
        location.assign(link);
        return;
      }
      await this.#app.start({
        type: "new",
        seats,
        rules,
        open_world: openWorld,
        seed: seed || null,
        deal: Object.keys(deal).length > 0 ? deal : null,
      });
    } catch (refusal) {
      this.#refuse(refusal);
    } finally {
      this.#start.disabled = false;
      this.#progress.clear();
    }
  }

  /** Shows an error beside what it is about. */
  #refuse({ message, field: name }) {
    const seat = /^seats\.(\d+)$/.exec(name ?? "")?.[1];
    if (seat !== undefined) this.#choices[seat]?.refuse(message);
    else {
      const place = this.#errors.get(name) ?? this.#errors.get((name ?? "").split(".")[0]) ?? this.#errors.get("");
      place.closest("details")?.setAttribute("open", "");
      place.textContent = message;
    }
  }

  onProgress(progress) {
    this.#progress.onProgress(progress);
  }
}
