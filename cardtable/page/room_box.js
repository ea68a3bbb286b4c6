// A table with friends: whose it is, who sits where, how one takes a seat, and what the host may change.

import { note } from "./announcer.js";
import { opponentName } from "./agent_name.js";
import { Asker } from "./asker.js";
import { clockOf } from "./clocks.js";
import { isConfirmed } from "./confirmation.js";
import { button, check, field, make, refresh } from "./elements.js";
import { Invitation } from "./invitation.js";
import { ofBrowser } from "./memory.js";
import { variantWords } from "./options_form.js";
import { readyButtons } from "./readiness.js";
import { namesIn, roomTitle, scoreWords } from "./room_names.js";
import { shareDialog } from "./share.js";
import { allOf, text } from "./texts.js";
import { moveTo } from "./visit.js";

const NAME = "table-name";

const keptName = () => ofBrowser.get(NAME) ?? "";

export class RoomBox {
  #app;
  #session;
  #asker;
  #title = make("h2", {});
  #variant = make("p", { class: "note" });
  #arrival = make("p", {});
  #people = make("ul", { class: "people" });
  #watching = make("p", { class: "note" });
  #buttons = make("div", { class: "row" });
  #end = make("div", { class: "row" });
  #invitation;
  #name;
  #isNamed = false;

  constructor(app) {
    this.#app = app;
    this.#session = app.session;
    this.#asker = new Asker(app.session);
    this.#invitation = new Invitation(app);
    this.#name = make("input", {
      type: "text",
      maxlength: 30,
      autocomplete: "nickname",
      value: keptName(),
      on: { change: () => this.#rename() },
    });
    this.element = make(
      "section",
      { class: "box room-box", "aria-label": text("room") },
      make(
        "div",
        { class: "stack" },
        this.#title,
        this.#variant,
        this.#arrival,
        field(text("room.name"), this.#name),
        this.#people,
        this.#watching,
        this.#buttons,
        this.#end,
      ),
      this.#invitation.element,
    );
  }

  onRoom() {
    const { room } = this.#session;
    this.#giveName();
    const title = roomTitle(room, this.#app.gameName);
    this.#title.textContent = title;
    this.#variant.textContent = variantWords(this.#app.welcome.options, room);
    this.#arrival.textContent = this.#arrivalWords();
    refresh(this.#people, ...room.places.map((place) => this.#placeLine(place)));
    this.#watching.textContent = this.#watchingWords();
    refresh(this.#buttons, this.#buttonsOf());
    refresh(this.#end, room.host ? button(text("room.close"), () => this.#close(), { class: "small" }) : null);
    this.#invitation.show(title, () => this.#asker.ask({ type: "revoke", seat: null }));
  }

  get #onlyWatches() {
    const { host, you } = this.#session.room;
    return you === null && !host;
  }

  #arrivalWords() {
    if (!this.#onlyWatches) return "";
    return text(this.#session.room.places.some(({ free }) => free) ? "room.choose" : "room.full");
  }

  #watchingWords() {
    const named = this.#session.room.watching.filter(Boolean);
    const others = this.#session.room.watching.length - named.length;
    if (named.length + others === 0) return "";
    const all = [...named, ...(others > 0 ? [text("room.watching_others", { count: others })] : [])];
    return text("room.watching", { names: allOf(all) });
  }

  /** Gives the name that this browser keeps, once a seat is one's own. */
  #giveName() {
    if (this.#isNamed || this.#session.room.you === null) return;
    this.#isNamed = true;
    const { name } = this.#session.room.places[this.#session.room.you];
    if (keptName() && keptName() !== name) this.#asker.ask({ type: "name", name: keptName() });
  }

  #names() {
    return namesIn(this.#session.room.places, (spec) => opponentName(this.#app.welcome.agents, spec));
  }

  /** A name in the list of seats; the own one is marked. */
  #nameInList({ seat, name }) {
    if (seat !== this.#session.room.you) return this.#names()[seat];
    return name ? `${name} (${text("you")})` : text("you");
  }

  #placeLine(place) {
    const { room, state } = this.#session;
    const isPlaying = room.begun && !room.ended;
    const error = isPlaying ? (state?.players[place.seat].error ?? null) : null;
    const isEmpty = place.agent === null && !place.here;
    const marks = [
      error ? "room.failed" : place.free ? "room.open" : isEmpty ? "room.away" : null,
      place.ready && room.ended ? "room.ready" : null,
    ].filter(Boolean);
    return make(
      "li",
      { dataset: { seat: place.seat } },
      make("span", { class: "name" }, this.#nameInList(place)),
      marks.map((mark) => make("span", { class: "role", title: error ?? "" }, text(mark))),
      isPlaying && state ? clockOf(state, place.seat) : null,
      make("span", { class: "count" }, scoreWords(place, this.#app.game)),
      this.#waysAt(place, isEmpty, error),
    );
  }

  /** What may be done at a seat, by who comes and by the host. */
  #waysAt({ seat, free, claimed, here }, isEmpty, error) {
    const { room } = this.#session;
    const small = (key, look = "small") => ({ class: look, dataset: { key: `${key}-${seat}` } });
    if (this.#onlyWatches && free) return button(text("room.sit"), () => this.#sit(seat), small("sit", "small main"));
    if (!room.host) return null;
    const say = (type, more = {}) => this.#asker.ask({ type, seat, ...more });
    const isBetween = !room.begun || room.ended;
    return [
      isEmpty || error ? button(text(error ? "room.replace" : "room.fill"), () => say("fill"), small("fill")) : null,
      claimed && seat !== room.you ? button(text("room.free"), () => this.#free(seat, here), small("free")) : null,
      isBetween && seat + 1 < room.places.length
        ? button(`⇄ ${text("room.swap")}`, () => say("swap", { other: seat + 1 }), small("swap", "plain small"))
        : null,
    ];
  }

  #buttonsOf() {
    const { room, state } = this.#session;
    const small = (key) => ({ class: "small", dataset: { key } });
    const isSeated = room.you !== null;
    return [
      isSeated && room.begun && !room.ended
        ? button(text("room.undo"), () => this.#asker.ask({ type: "undo" }), {
            ...small("undo"),
            disabled: !state?.can_undo,
          })
        : null,
      isSeated && room.ended
        ? check(text("view.show_all"), state?.viewer === null, (all) =>
            this.#asker.ask({ type: "view", seat: all ? null : "own" }),
          )
        : null,
      room.ended ? button(text("share.game"), () => shareDialog(this.#session), small("share")) : null,
      room.begun ? null : readyButtons(this.#session, this.#asker),
    ];
  }

  async #sit(seat) {
    const name = this.#name.value.trim();
    if (!name) {
      note(text("room.name_first"));
      this.#name.focus();
      return;
    }
    ofBrowser.set(NAME, name);
    try {
      const { link, table } = await this.#session.ask({ type: "sit", seat, name });
      moveTo(link, table);
    } catch (refusal) {
      note(refusal.message);
    }
  }

  #rename() {
    const name = this.#name.value.trim();
    ofBrowser.set(NAME, name);
    this.#asker.ask({ type: "name", name });
  }

  /** Frees a seat; asks first if that sends somebody away. */
  async #free(seat, isHere) {
    const question = text("room.free_sure", { name: this.#names()[seat] });
    if (!isHere || (await isConfirmed(question, text("room.free")))) this.#asker.ask({ type: "revoke", seat });
  }

  async #close() {
    if (await isConfirmed(text("room.close_sure"), text("room.close"))) this.#asker.ask({ type: "close" });
  }
}
