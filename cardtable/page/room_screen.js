// A table with friends: who sits where, the links to invite by, the game, and what has to be agreed.

import { note } from "./announcer.js";
import { Asker } from "./asker.js";
import { opponentName } from "./agent_name.js";
import { isConfirmed } from "./confirmation.js";
import { button, check, field, make, refill, refresh } from "./elements.js";
import { LessonBox } from "./lesson_box.js";
import { LogBox } from "./log_box.js";
import { ofBrowser } from "./memory.js";
import { variantWords } from "./options_form.js";
import { namesIn } from "./room_names.js";
import { reachNote } from "./reach_note.js";
import { ResultBox } from "./result_box.js";
import { text } from "./texts.js";
import { Transport } from "./transport.js";

const NAME = "table-name";
const TICK = 500; // milliseconds between two looks at the clock

const keptName = () => ofBrowser.get(NAME) ?? "";

export class RoomScreen {
  title = "room";
  #app;
  #session;
  #asker;
  #board = null;
  #status = make("p", { class: "says" });
  #consent = make("div", { class: "row", role: "group" });
  #host = make("div", { class: "board", tabindex: -1, role: "group", "aria-label": text("table") });
  #variant = make("p", { class: "note" });
  #people = make("ul", { class: "people" });
  #links = make("div", { class: "stack" });
  #buttons = make("div", { class: "row" });
  #end = make("div", { class: "row" });
  #transport;
  #lesson;
  #result;
  #log;
  #name;
  #naming;
  #toldAt = 0;

  constructor(app) {
    this.#app = app;
    this.#session = app.session;
    this.#asker = new Asker(app.session);
    this.#transport = new Transport(app.session);
    this.#lesson = new LessonBox(app);
    this.#result = new ResultBox(app);
    this.#log = new LogBox(app);
    this.#name = make("input", {
      type: "text",
      maxlength: 30,
      autocomplete: "nickname",
      value: keptName(),
      on: { change: () => this.#rename() },
    });
    this.#naming = field(text("room.name"), this.#name);
    this.#naming.hidden = true;
    this.element = make(
      "div",
      { class: "screen" },
      make(
        "div",
        { class: "stack" },
        make("h1", { class: "unseen" }, text("room")),
        make(
          "div",
          { class: "table-area" },
          this.#lesson.element,
          make("div", { class: "status" }, this.#status, this.#consent),
          make("div", { class: "board-frame" }, this.#host),
          this.#result.element,
          this.#transport.element,
        ),
      ),
      make(
        "aside",
        { class: "panel", "aria-label": text("panel") },
        make(
          "section",
          { class: "box stack", "aria-label": text("room") },
          make("h2", {}, text("room")),
          this.#variant,
          this.#people,
          this.#naming,
          this.#buttons,
          this.#links,
          this.#end,
        ),
        this.#log.element,
      ),
    );
    this.#draw(null);
    const ticking = setInterval(() => (this.element.isConnected ? this.#tick() : clearInterval(ticking)), TICK);
  }

  /** The rules of the room. */
  get options() {
    return this.#session.room?.rules;
  }

  focus() {
    if (this.#board) this.#host.focus({ preventScroll: true });
  }

  onChange(what, detail) {
    if (what === "state") this.#toldAt = Date.now();
    if (what === "state" || what === "room") this.#draw(what === "state" ? detail : null);
  }

  key(event) {
    if (!this.#board) return false;
    const { state } = this.#session;
    if (state.yours && !this.#session.isLookingBack && this.#board.key(event)) return true;
    return this.#transport.key(event);
  }

  #draw(before) {
    const { room, state } = this.#session;
    if (!room) return;
    this.element.classList.toggle("gathering", !state);
    this.#sitDown(room.you);
    if (state) this.#drawGame(before);
    this.#status.textContent = this.#words();
    refresh(this.#consent, this.#consentParts());
    this.#variant.textContent = variantWords(this.#app.welcome.options, room);
    refill(
      this.#people,
      room.places.map((place) => this.#placeLine(place)),
    );
    refresh(this.#buttons, this.#buttonsOf());
    refresh(this.#end, room.host ? button(text("room.close"), () => this.#close(), { class: "small" }) : null);
    this.#drawLinks();
    this.#tick();
    this.#transport.element.hidden = !state;
  }

  /** Gives the name that this browser keeps, once a seat is known; who only watches has none. */
  #sitDown(seat) {
    if (seat === null || !this.#naming.hidden) return;
    this.#naming.hidden = false;
    if (keptName()) this.#asker.ask({ type: "name", name: keptName() });
  }

  #drawGame(before) {
    const { state } = this.#session;
    this.#board ??= this.#app.game.createBoard(this.#host, { act: (action) => this.#asker.act(action) });
    this.#board.show(state, { names: this.#app.names(), animate: this.#session.isStep(before) });
    this.element.classList.toggle("over", state.over);
    this.#transport.onState();
    this.#log.onState();
    this.#lesson.onState();
    this.#result.onState();
  }

  #words() {
    const { room, state } = this.#session;
    if (!room.begun || !state) return text("room.waits");
    if (room.forfeit !== null) return text("room.forfeit", { name: this.#app.names()[room.forfeit] });
    if (this.#session.isLookingBack) return text("status.back", { ply: state.ply });
    return this.#app.game.status(state, this.#app.names());
  }

  /** Shows the time that everybody has left; the server counts it, the page only between two of its messages. */
  #tick() {
    const clock = this.#session.state?.clock;
    if (!clock) return;
    for (const element of this.#people.querySelectorAll("[data-clock]")) {
      const seat = Number(element.dataset.clock);
      const passed = seat === clock.running ? (Date.now() - this.#toldAt) / 1000 : 0;
      const left = Math.max(0, Math.ceil(clock.left[seat] - passed));
      element.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
  }

  get #names() {
    const nameOf = (spec) => opponentName(this.#app.welcome.agents, spec);
    return namesIn(this.#session.room.places, nameOf);
  }

  /** A name in the list of seats; the own one is marked. */
  #nameInList({ seat, name }) {
    if (seat !== this.#session.room.you) return this.#names[seat];
    return name ? `${name} (${text("you")})` : text("you");
  }

  #placeLine(place) {
    const { room, state } = this.#session;
    const isEmpty = place.agent === null && !place.here;
    const error = state?.players[place.seat].error ?? null;
    const mark = error ? "room.failed" : !isEmpty ? null : place.claimed ? "room.away" : "room.open";
    return make(
      "li",
      { dataset: { seat: place.seat } },
      make("span", { class: "name" }, this.#nameInList(place)),
      mark ? make("span", { class: "role", title: error ?? "" }, text(mark)) : null,
      state?.clock && place.agent === null
        ? make("span", { class: "count", role: "timer", dataset: { clock: place.seat } })
        : null,
      room.host && (!room.begun || room.ended) && place.seat + 1 < room.places.length
        ? button(
            `⇄ ${text("room.swap")}`,
            () => this.#asker.ask({ type: "swap", seat: place.seat, other: place.seat + 1 }),
            {
              class: "plain small",
              dataset: { key: `swap-${place.seat}` },
            },
          )
        : null,
      room.host && (isEmpty || error)
        ? button(
            text(error ? "room.replace" : "room.fill"),
            () => this.#asker.ask({ type: "fill", seat: place.seat }),
            {
              class: "small",
              dataset: { key: `fill-${place.seat}` },
            },
          )
        : null,
    );
  }

  /** The wish to take plies back, and what one may say to it. */
  #consentParts() {
    const { undo, you } = this.#session.room;
    if (!undo) return null;
    const words = make("span", {}, text("room.undo_wish", { name: this.#names[undo.by] }));
    if (!undo.waits_for.includes(you)) return words;
    const wish = undo.number;
    const say = (agree) => () => this.#asker.ask({ type: "agree", agree, wish });
    return [
      words,
      button(text("room.agree"), say(true), { class: "small main", dataset: { wish } }),
      button(text("room.decline"), say(false), { class: "small", dataset: { wish } }),
    ];
  }

  #buttonsOf() {
    const { room, state } = this.#session;
    const small = (key) => ({ class: "small", dataset: { key } });
    const standsIn = room.you !== null && room.places[room.you].agent !== null;
    return [
      standsIn && !room.ended
        ? button(text("room.back"), () => this.#asker.ask({ type: "back" }), small("back"))
        : null,
      room.you !== null && room.begun
        ? button(text("room.undo"), () => this.#asker.ask({ type: "undo" }), {
            ...small("undo"),
            disabled: !state?.can_undo,
          })
        : null,
      room.ended && room.you !== null
        ? check(text("view.show_all"), state?.viewer === null, (all) =>
            this.#asker.ask({ type: "view", seat: all ? null : "own" }),
          )
        : null,
      room.host && room.ended && !state?.returns // else the end of the game has this button
        ? button(text("again.next"), () => this.#asker.ask({ type: "again" }), {
            class: "small main",
            dataset: { key: "again" },
          })
        : null,
    ];
  }

  #drawLinks() {
    const { invitations } = this.#session.room;
    const known = invitations.map(({ seat, link }) => `${seat} ${link}`).join(" ");
    if (this.#links.dataset.known === known) return; // an open code stays open
    this.#links.dataset.known = known;
    refill(
      this.#links,
      invitations.length > 0 ? [make("h3", {}, text("room.invite")), reachNote(this.#app.welcome)] : null,
      invitations.map((one) => this.#invitation(one)),
    );
  }

  #invitation({ seat, link, qr }) {
    const label = seat === null ? text("room.watch") : text("person", { seat: seat + 1 });
    const address = new URL(link, location.origin).href;
    const words = make("input", { type: "text", readonly: true, value: address, on: { focus: () => words.select() } });
    return make(
      "div",
      { class: "invitation", dataset: { seat: seat ?? "watch" } },
      field(label, words),
      make(
        "div",
        { class: "row" },
        button(text("share.copy_link"), () => this.#copy(words), { class: seat === null ? "small" : "small main" }),
        button(text("room.revoke"), () => this.#asker.ask({ type: "revoke", seat }), { class: "small" }),
      ),
      make(
        "details",
        {},
        make("summary", {}, text("room.qr")),
        make("img", { class: "qr", src: qr, alt: text("room.qr_of", { name: label }) }),
      ),
    );
  }

  async #copy(words) {
    words.select();
    try {
      await navigator.clipboard.writeText(words.value);
      note(text("share.copied"));
    } catch {
      note(text("share.selected"));
    }
  }

  #rename() {
    const name = this.#name.value.trim();
    ofBrowser.set(NAME, name);
    this.#asker.ask({ type: "name", name });
  }

  async #close() {
    if (await isConfirmed(text("room.close_sure"), text("room.close"))) this.#asker.ask({ type: "close" });
  }
}
