// The game shown: what is played by whom, and what one may do with it.

import { opponentName } from "./agent_name.js";
import { note } from "./announcer.js";
import { Asker } from "./asker.js";
import { button, check, choice, field, make, refill, refresh } from "./elements.js";
import { letterOf } from "./keys.js";
import { variantWords } from "./options_form.js";
import { branchButton } from "./play_on.js";
import { shareDialog } from "./share.js";
import { number, text } from "./texts.js";

const FEWEST_GROUPED = 3;
const SPEEDS = [2, 1.2, 0.6, 0.3, 0.1, 0];

export class GameBox {
  #app;
  #session;
  #asker;
  #words = make("div", {});
  #buttons = make("div", { class: "row" });

  constructor(app) {
    this.#app = app;
    this.#session = app.session;
    this.#asker = new Asker(app.session);
    this.element = make("section", { class: "box stack", "aria-label": text("game") }, this.#words, this.#buttons);
  }

  onState() {
    const { state } = this.#session;
    const names = this.#app.names();
    const agents = state.players.filter(({ kind }) => kind !== "human").map(({ name }) => name);
    refill(
      this.#words,
      make("h2", { title: agents.join(", ") }, this.#playersInWords(names)),
      make(
        "p",
        { class: "note" },
        variantWords(this.#app.welcome.options, state),
        state.seed === null ? null : ` · ${text("game.seed", { seed: state.seed })}`,
      ),
    );
    refresh(this.#buttons, this.#buttonsOf(state));
  }

  /** Who plays, with three or more equal agents as one, such as "You – 4 × Experienced". */
  #playersInWords(names) {
    const { players } = this.#session.state;
    const twinsOf = ({ kind, name }) => players.filter((other) => other.kind === kind && other.name === name);
    const words = players.flatMap((player) => {
      const twins = player.kind === "human" ? [] : twinsOf(player);
      if (twins.length < FEWEST_GROUPED) return [names[player.seat]];
      const name = opponentName(this.#app.welcome.agents, player.name);
      return player === twins[0] ? [`${twins.length} × ${name}`] : [];
    });
    return words.join(" – ");
  }

  #buttonsOf(state) {
    const place = this.#app.placeOf(state);
    const share = button(text("share"), () => shareDialog(this.#session), {
      class: "small",
      dataset: { key: "share" },
    });
    const branch = branchButton(this.#app);
    if (place === "replay") {
      return [
        state.puzzle ? null : this.#seatChoice(), // of a puzzle all cards are known
        button(text("open.other"), () => this.#app.go("#replay/open"), { class: "small", dataset: { key: "other" } }),
        share,
        branch,
      ];
    }
    const small = (key) => ({ class: "small", dataset: { key } });
    const next = [
      button(text("again.next"), () => this.#start({ type: "again", swap: false }), small("again")),
      button(text("again.other"), () => this.#app.go(`#${place}/new`), small("new")),
    ];
    const always = [
      ...(state.returns ? [] : next), // the end of a game offers them beside its result
      button(text("again.swap"), () => this.#start({ type: "again", swap: true }), small("swap")),
      share,
    ];
    if (place === "watch") return [...this.#paceButtons(state), this.#seatChoice(), ...always, branch];
    return [
      button(text("undo"), () => this.#undo(), {
        class: "small",
        disabled: !state.can_undo,
        "aria-keyshortcuts": "U",
        dataset: { key: "undo" },
      }),
      ...always,
      this.#pace(state),
      check(text("view.show_all"), state.viewer === null, () => this.#toggleAll(), {
        "aria-keyshortcuts": "A",
        dataset: { key: "view" },
      }),
    ];
  }

  #paceButtons(state) {
    return [
      button(
        text(state.paused ? "resume" : "pause"),
        () => this.#asker.ask({ type: state.paused ? "resume" : "pause" }),
        {
          class: "small main",
          disabled: Boolean(state.returns),
          "aria-keyshortcuts": "Space",
          dataset: { key: "pause" },
        },
      ),
      button(text("step"), () => this.#asker.ask({ type: "step" }), {
        class: "small",
        disabled: !state.paused || Boolean(state.returns),
        dataset: { key: "step" },
      }),
      this.#pace(state),
    ];
  }

  #pace(state) {
    const speeds = SPEEDS.map((seconds) => [
      seconds,
      text(seconds === 0 ? "pace.at_once" : "pace.seconds", { seconds: number(seconds, 1) }),
    ]);
    const nearest = SPEEDS.reduce((best, speed) =>
      Math.abs(speed - state.pace) < Math.abs(best - state.pace) ? speed : best,
    );
    return field(
      text("pace"),
      choice(speeds, nearest, (seconds) => this.#asker.ask({ type: "pace", seconds: Number(seconds) }), {
        id: "pace",
        dataset: { key: "pace" },
      }),
    );
  }

  /** Whose cards are shown, in a game that one is not part of. */
  #seatChoice() {
    const seats = [
      ["all", text("view.all")],
      ...this.#app.names().map((name, seat) => [String(seat), text("view.seat", { name })]),
    ];
    const now = this.#session.state.viewer === null ? "all" : String(this.#session.state.viewer);
    return field(
      text("view"),
      choice(seats, now, (seat) => this.#asker.ask({ type: "view", seat: seat === "all" ? null : Number(seat) }), {
        id: "view",
        "aria-keyshortcuts": "A",
        dataset: { key: "view" },
      }),
    );
  }

  /** Shows all cards, or what a seat knows: in a game the person to move, else the seat at the lower edge. */
  #toggleAll() {
    const { state } = this.#session;
    const seat = this.#app.placeOf(state) === "play" ? "own" : state.near;
    this.#asker.ask({ type: "view", seat: state.viewer === null ? seat : null });
  }

  async #start(message) {
    try {
      await this.#app.start(message);
    } catch (refusal) {
      note(refusal.message);
    }
  }

  async #undo() {
    await this.#asker.ask({ type: "undo" });
  }

  key(event) {
    const { state } = this.#session;
    const place = this.#app.placeOf(state);
    if (letterOf(event) === "a") this.#toggleAll();
    else if (place === "play" && letterOf(event) === "u" && state.can_undo) this.#undo();
    else if (place === "watch" && event.key === " " && !event.target.closest("button"))
      this.#asker.ask({ type: state.paused ? "resume" : "pause" });
    else if (
      place === "watch" &&
      event.key === "ArrowRight" &&
      state.paused &&
      state.ply === state.plies &&
      !state.returns
    )
      this.#asker.ask({ type: "step" });
    else return false;
    return true;
  }
}
