// The evaluation of a whole game: its graph, and its mistakes with what they cost.

import { AgentChoice } from "./agent_choice.js";
import { note } from "./announcer.js";
import { button, choice, field, make, refill, refresh } from "./elements.js";
import { evaluationGraph } from "./graph.js";
import { costWords, isBlunder } from "./mistake_cost.js";
import { offerFor } from "./offer.js";
import { ProgressLine } from "./progress_line.js";
import { ownSeat } from "./seats.js";
import { percent, text } from "./texts.js";

export class ReviewBox {
  #app;
  #session;
  /** @type {AgentChoice | null} who evaluates; at a table with friends, the game's adviser for all */
  #choice = null;
  /** Whether the page was loaded again while an evaluation went on. */
  #isKept;
  /** Whose mistakes are listed and asked for: "all", or the number of a seat. */
  #whose = "";
  #practice;
  #progress;
  #host = make("div", { class: "stack" });
  #controls = make("div", { class: "row" });

  /** @param practice the box that asks for better moves */
  constructor(app, practice) {
    this.#app = app;
    this.#practice = practice;
    this.#session = app.session;
    this.#isKept = this.#session.review.done && this.#session.review.goesOn;
    this.#progress = new ProgressLine(app.welcome, {
      purposeOf: (spec) => app.session.purposeOf(spec),
      purposes: ["review"],
    });
    if (!app.welcome.room) this.#choice = this.#choiceOfAgent();
    this.element = make(
      "section",
      { class: "box stack review", "aria-labelledby": "review-title" },
      make("div", { class: "row spread" }, make("h2", { id: "review-title" }, text("review")), this.#controls),
      this.#progress.element,
      this.#host,
    );
  }

  #choiceOfAgent() {
    const choice = new AgentChoice(this.#app.welcome, {
      chosen: this.#session.review.agent ?? this.#app.welcome.adviser,
      label: text("review.agent"),
      analysts: true,
    });
    offerFor(this.#app).to([choice]);
    return choice;
  }

  get #isOffered() {
    const { state } = this.#session;
    return state.plies > 0 && !this.#comesLater;
  }

  /** Whether the game goes on: an evaluation would tell what a seat may not know. */
  get #comesLater() {
    const { state } = this.#session;
    return state.mode === "play" && !state.over;
  }

  onState() {
    const { plies, puzzle } = this.#session.state;
    this.element.hidden = this.#comesLater ? this.#choice === null : plies === 0 || Boolean(puzzle);
    if (this.#comesLater) this.#sayWhen();
    if (this.#isOffered && this.#isKept) this.#start();
    this.#isKept = false;
    this.#draw();
  }

  #sayWhen() {
    refill(this.#controls, null);
    refill(this.#host, make("p", { class: "note" }, text("review.later")));
  }

  /** Evaluates the game, in sight. */
  begin() {
    this.element.scrollIntoView({ block: "start" });
    return this.#start();
  }

  onReview() {
    this.#draw();
  }

  onProgress(progress) {
    this.#progress.onProgress(progress);
  }

  /** Asks again for a review that a lost connection has ended. */
  onBack(resumed) {
    this.#progress.onBack();
    if (resumed && this.#session.review.goesOn) this.#start();
  }

  leave() {
    if (!this.#session.review.done) this.#session.stopReview();
  }

  /** Up and down go to the previous and the next mistake. */
  key(event) {
    if (!this.#isOffered || !["ArrowUp", "ArrowDown"].includes(event.key)) return false;
    const { ply } = this.#session;
    const plies = this.#mistakes().map((entry) => entry.ply - 1);
    const next =
      event.key === "ArrowDown" ? plies.find((other) => other > ply) : plies.findLast((other) => other < ply);
    if (next === undefined) return false;
    this.#lookAt(next);
    return true;
  }

  /** Shows the position of a choice, with the top of the page in sight: the table lies there. */
  #lookAt(ply) {
    scrollTo(0, 0);
    this.#session.goto(ply);
  }

  #mistakes() {
    return this.#allMistakes().filter(({ seat }) => this.#whose === "all" || seat === Number(this.#whose));
  }

  #allMistakes() {
    return this.#session.log.map((entry) => this.#session.reviewed(entry.ply)).filter((entry) => entry?.mistake);
  }

  async #start() {
    try {
      await this.#session.startReview(this.#choice?.value ?? this.#app.welcome.adviser);
    } catch (refusal) {
      if (refusal.code === "agent" && this.#choice) this.#choice.refuse(refusal.message);
      else note(refusal.message);
    }
  }

  #draw() {
    if (!this.#isOffered) return;
    const { review, state, log } = this.#session;
    const entries = log.map((entry) => this.#session.reviewed(entry.ply)).filter(Boolean);
    refresh(
      this.#controls,
      review.done
        ? this.#startButton(entries.length > 0)
        : button(text("review.stop"), () => this.#session.stopReview(), { class: "small", dataset: { key: "review" } }),
    );
    if (entries.length === 0 && review.done) {
      refill(
        this.#host,
        make("p", { class: "note" }, text("review.about")),
        this.#choice && make("div", { class: "narrow-field" }, this.#choice.element),
      );
      return;
    }
    const names = this.#app.names();
    if (this.#whose === "") this.#whose = this.#firstWhose(names);
    refill(
      this.#host,
      review.done
        ? null
        : make("progress", { max: state.plies, value: entries.length, "aria-label": text("review.progress") }),
      evaluationGraph(this.#scores(entries), state.plies, state.ply, names[state.near], (ply) =>
        this.#session.goto(ply),
      ),
      this.#practice.isOn ? null : this.#list(names, review.done && !review.isPart), // it tells the answers
    );
  }

  /** Starts an evaluation; one that has been made already is not what the box is about, and its button stands back. */
  #startButton(isMade) {
    const words = text(isMade && !this.#session.review.isPart ? "review.again" : "review.start");
    return button(words, () => this.#start(), { class: isMade ? "small" : "main small", dataset: { key: "review" } });
  }

  /** The entries with the score of the seat at the lower edge; where one of two seats loses what the other wins each ply tells it, else its own plies. */
  #scores(entries) {
    const { near } = this.#session.state;
    const scoreOf = ({ seat, value, value0 }) =>
      seat === near ? value : typeof value0 !== "number" ? null : near === 0 ? value0 : 1 - value0;
    return entries.map((entry) => ({ ...entry, score: scoreOf(entry) }));
  }

  #list(names, isDone) {
    const all = this.#allMistakes();
    if (all.length === 0) return isDone ? make("p", {}, text("review.none")) : null;
    const mistakes = this.#mistakes();
    return [
      make(
        "div",
        { class: "row" },
        isDone ? this.#practiceButton(mistakes) : null,
        new Set(all.map(({ seat }) => seat)).size > 1 ? this.#whoseChoice(names) : null,
      ),
      isDone ? make("p", { class: "note" }, this.#summary(all, names)) : null,
      make(
        "ol",
        { class: "mistakes", "aria-label": text("review.mistakes") },
        mistakes.map((entry) => make("li", {}, this.#mistake(entry, names))),
      ),
    ];
  }

  /** At first a player's own mistakes, if there are any. */
  #firstWhose(names) {
    const own = ownSeat(names);
    const all = this.#allMistakes();
    if (all.length === 0) return "";
    return all.some(({ seat }) => seat === own) ? String(own) : "all";
  }

  #whoseChoice(names) {
    const seats = [["all", text("review.of_all")], ...names.map((name, seat) => [String(seat), name])];
    const choose = (whose) => {
      this.#whose = whose;
      this.#draw();
    };
    return field(text("review.of"), choice(seats, this.#whose, choose, { id: "whose", dataset: { key: "whose" } }));
  }

  /** Starts the questions about mistakes that have actions to try; one kept by an older page has none. */
  #practiceButton(mistakes) {
    const asked = mistakes.filter(({ tries }) => tries?.length > 1);
    if (asked.length === 0) return null;
    return button(text("practice"), () => this.#practice.begin(asked), {
      class: "small main",
      dataset: { key: "practice" },
    });
  }

  /** By seat with mistakes: how many, how many of them grave, and what they have cost. */
  #summary(mistakes, names) {
    const words = names.map((name, seat) => {
      const own = mistakes.filter((entry) => entry.seat === seat).map(({ mistake }) => mistake);
      if (own.length === 0) return null;
      return text("review.summary", {
        name,
        mistakes: text("review.count", { count: own.length }),
        blunders: text("review.blunders", { count: own.filter(isBlunder).length }),
        cost: percent(own.reduce((sum, { cost }) => sum + cost, 0)),
      });
    });
    return words.filter(Boolean).join(" ");
  }

  #mistake(entry, names) {
    const { ply, seat, best, mistake } = entry;
    const why = best && this.#app.game.mistakeWords?.(entry, this.#session.state);
    const marks = (one) => this.#app.game.plyMarks(one, names);
    return make(
      "button",
      {
        type: "button",
        class: "mistake-row",
        "aria-current": ply - 1 === this.#session.state.ply ? "step" : null,
        dataset: { key: `mistake-${ply}` },
        on: { click: () => this.#lookAt(ply - 1) },
      },
      make("span", { class: "number" }, text("review.at", { ply })),
      make("span", { class: "who" }, names[seat]),
      make("span", {}, marks(entry)),
      make("span", { class: "cost" }, costWords(mistake)),
      why ? make("span", { class: "why" }, why) : null,
      best ? make("span", { class: "better" }, `${text("review.better")} `, marks(best)) : null,
    );
  }
}
