// The first screen: a game at once against a level in words, or the way to friends, analysis and watching.

import { AgentChoice, HUMAN } from "./agent_choice.js";
import { button, choice, field, make } from "./elements.js";
import { Offer } from "./offer.js";
import { wayToRoom } from "./own_room.js";
import { ProgressLine } from "./progress_line.js";
import { showRules } from "./rules_dialog.js";
import { change, settings } from "./settings.js";
import { text } from "./texts.js";

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
  #error = make("p", { class: "error", role: "alert" });
  #asks = make("p", { class: "note", role: "status" });
  #progress;
  #play;
  #goOn;

  constructor(app) {
    this.#app = app;
    this.#progress = new ProgressLine(app.welcome);
    this.#goOn = app.isPlaying ? make("a", { class: "button main", href: "#play" }, text("start.go_on")) : null;
    this.#play = button(text("setup.start"), () => this.#begin(), { class: this.#goOn ? "large" : "main large" });
    const [fewest, most] = app.welcome.seats;
    this.#seats = Math.min(Math.max(settings.seats, fewest), most);
    this.#level = new AgentChoice(app.welcome, {
      chosen: settings.level,
      label: text("start.level"),
      levelsOnly: true,
    });
    const offer = new Offer(app.client, () => ({ seats: this.#seats, rules: {}, open_world: false }));
    offer.to([this.#level]);
    const numbers = Array.from({ length: most - fewest + 1 }, (_, more) => [fewest + more, String(fewest + more)]);
    const resize = async (count) => {
      this.#seats = Number(count);
      this.#play.disabled = true; // the level that is shown may not play among so many
      this.#asks.textContent = text("start.asks");
      await offer.refresh();
      this.#asks.textContent = "";
      this.#play.disabled = false;
    };
    this.element = make(
      "div",
      { class: "narrow stack" },
      make("h1", {}, app.gameName),
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
        ),
        this.#play,
        this.#error,
        this.#asks,
        this.#progress.element,
      ),
      make(
        "nav",
        { class: "row", "aria-label": text("start.ways") },
        WAYS.map(([words, href]) => make("a", { class: "button", href }, text(words))),
        app.game.rules ? button(text("rules.read"), () => showRules(app.game.rules, app.options)) : null,
      ),
    );
  }

  focus() {
    (this.#goOn ?? this.#play).focus({ preventScroll: true });
  }

  async #begin() {
    const level = this.#level.value;
    change("level", level);
    change("seats", this.#seats);
    this.#error.textContent = "";
    this.#play.disabled = true;
    try {
      await this.#app.start({ type: "new", seats: [HUMAN, ...Array(this.#seats - 1).fill(level)] });
    } catch (refusal) {
      this.#error.textContent = refusal.message;
    } finally {
      this.#play.disabled = false;
      this.#progress.clear();
    }
  }

  onProgress(progress) {
    this.#progress.onProgress(progress);
  }
}
