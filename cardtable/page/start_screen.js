// The first screen: a game at once against a level in words, or the way to friends, analysis and watching.

import { AgentChoice, HUMAN } from "./agent_choice.js";
import { button, choice, field, make } from "./elements.js";
import { Offer } from "./offer.js";
import { resultsAgainst } from "./own_results.js";
import { wayToRoom } from "./own_room.js";
import { ProgressLine } from "./progress_line.js";
import { puzzleOfDay } from "./puzzles.js";
import { showRules } from "./rules_dialog.js";
import { change, settings } from "./settings.js";
import { has, text } from "./texts.js";

/** Where else one may go: the text and the address. */
const WAYS = [
  ["start.friends", "#play/friends"],
  ["start.analyse", "#replay"],
  ["start.watch", "#watch"],
  ["start.more", "#play/new"],
];

export class StartScreen {
  title = "setup.play";
  #app;
  #seats;
  #level;
  /** The words and the rules of the length chosen, where the game has some to choose from. */
  #length;
  #error = make("p", { class: "error", role: "alert" });
  #asks = make("p", { class: "note", role: "status" });
  #progress;
  #results = make("p", { class: "note" });
  #play;
  #goOn;

  constructor(app) {
    this.#app = app;
    this.#progress = new ProgressLine(app.welcome, { session: app.session });
    this.#goOn = app.isPlaying ? make("a", { class: "button main", href: "#play" }, text("start.go_on")) : null;
    this.#play = button(text("setup.start"), () => this.#begin(), { class: this.#goOn ? "large" : "main large" });
    const [fewest, most] = app.welcome.seats;
    this.#seats = Math.min(Math.max(settings.seats, fewest), most);
    const lengths = app.game.lengths ?? [["", {}]];
    this.#length = lengths.find(([words]) => words === settings.length) ?? lengths[0];
    this.#level = new AgentChoice(app.welcome, {
      chosen: settings.level,
      label: text("start.level"),
      levelsOnly: true,
      onChange: () => {
        this.#tellResults();
        this.#warm();
      },
    });
    this.#tellResults();
    const offer = new Offer(app.client, () => ({ seats: this.#seats, rules: this.options, open_world: false }));
    offer.to([this.#level]).then(() => this.#warm());
    const numbers = Array.from({ length: most - fewest + 1 }, (_, more) => [fewest + more, String(fewest + more)]);
    const askAgain = async () => {
      this.#play.disabled = true; // the level that is shown may not play so
      this.#asks.textContent = text("start.asks");
      await offer.refresh();
      this.#asks.textContent = "";
      this.#play.disabled = false;
      this.#warm();
    };
    const resize = (count) => {
      this.#seats = Number(count);
      return askAgain();
    };
    const cut = (chosen) => {
      this.#length = lengths.find(([words]) => words === chosen);
      return askAgain();
    };
    this.element = make(
      "div",
      { class: "narrow stack" },
      make("h1", {}, app.gameName),
      has("game.about") ? make("p", {}, text("game.about")) : null,
      wayToRoom(),
      this.#goOn && make("p", { class: "box row spread" }, text("start.own_game"), this.#goOn),
      make(
        "section",
        { class: "box stack" },
        make(
          "div",
          { class: "fields" },
          this.#level.element,
          fewest === most ? null : field(text("setup.seats"), choice(numbers, this.#seats, resize, { class: "short" })),
          lengths.length === 1
            ? null
            : field(
                text("start.length"),
                choice(
                  lengths.map(([words]) => [words, text(words)]),
                  this.#length[0],
                  cut,
                ),
              ),
        ),
        this.#results,
        this.#play,
        this.#error,
        this.#asks,
        this.#progress.element,
      ),
      make(
        "nav",
        { class: "row", "aria-label": text("start.ways") },
        app.welcome.puzzles.length ? button(text("start.puzzle"), () => this.#showPuzzle()) : null,
        WAYS.map(([words, href]) => make("a", { class: "button", href }, text(words))),
        app.game.rules ? button(text("rules.read"), () => showRules(app.game.rules, app.options)) : null,
      ),
    );
  }

  /** The rules that differ from the usual ones. */
  get options() {
    return this.#length[1];
  }

  /** Says how the user has done at the level chosen; nothing before the first game. */
  #tellResults() {
    const { games, won } = resultsAgainst(this.#app.welcome.game, this.#level.value);
    this.#results.textContent = games === 0 ? "" : text("start.record", { won, count: games });
  }

  focus() {
    (this.#goOn ?? this.#play).focus({ preventScroll: true });
  }

  /** Lets the server get ready what is chosen, while the user reads on. */
  #warm() {
    if (this.element.isConnected && !this.#goOn) this.#app.client.send({ type: "warm", ...this.#game });
  }

  /** The game chosen, as the server has it. */
  get #game() {
    return { seats: [HUMAN, ...Array(this.#seats - 1).fill(this.#level.value)], rules: this.options };
  }

  async #begin() {
    const level = this.#level.value;
    change("level", level);
    change("seats", this.#seats);
    if (this.#length[0]) change("length", this.#length[0]);
    this.#error.textContent = "";
    this.#play.disabled = true;
    try {
      await this.#app.start({ type: "new", ...this.#game });
    } catch (refusal) {
      this.#error.textContent = refusal.message;
    } finally {
      this.#play.disabled = false;
      this.#progress.clear();
    }
  }

  async #showPuzzle() {
    this.#error.textContent = "";
    try {
      await this.#app.start({ type: "puzzle", number: puzzleOfDay(this.#app.welcome.puzzles.length, new Date()) });
    } catch (refusal) {
      this.#error.textContent = refusal.message;
    }
  }

  onProgress(progress) {
    this.#progress.onProgress(progress);
  }
}
