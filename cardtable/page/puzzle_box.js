// A puzzle: what is to be found, what a try costs, the answer, and the way to the next one.

import { note } from "./announcer.js";
import { button, choice, make, refill } from "./elements.js";
import { branchButton } from "./play_on.js";
import { nextPuzzle, noteSolved, puzzleOfDay, solvedPuzzles } from "./puzzles.js";
import { Question } from "./question.js";
import { percent, text } from "./texts.js";

export class PuzzleBox {
  element = make("section", { class: "box stack puzzle", hidden: true });
  #app;
  #session;
  /** @type {any} the puzzle that is asked */
  #puzzle = null;
  /** @type {Question} */
  #question = /** @type {any} */ (null); // before the first puzzle
  #level = 0;

  constructor(app) {
    this.#app = app;
    this.#session = app.session;
    this.element.setAttribute("aria-label", text("puzzle"));
  }

  /** Asks the puzzle that is shown, before the table is drawn. */
  ask() {
    const { puzzle = null } = this.#session.state;
    if (puzzle?.number === this.#puzzle?.number) return;
    this.leave();
    this.#puzzle = puzzle;
    if (puzzle) this.#begin();
  }

  onState() {
    this.element.hidden = this.#puzzle === null;
    if (this.#puzzle) refill(this.element, this.#head(), ...(this.#session.question ? this.#open() : this.#closed()));
  }

  #begin() {
    const { number, level, value } = this.#puzzle;
    this.#level = level;
    const entry = { ...this.#puzzle, words: text(value === 1 ? "puzzle.win" : "puzzle.draw") };
    const solved = () => {
      if (!this.#question.tried.length) noteSolved(this.#app.welcome.game, number);
    };
    this.#question = new Question(this.#session, entry, solved);
  }

  leave() {
    if (this.#puzzle) this.#session.question = null;
  }

  /** The best action, where the puzzle has been solved or given up and its position is shown. */
  get answer() {
    if (this.#session.question || this.#session.state.ply + 1 !== this.#puzzle?.ply) return null;
    return this.#puzzle.best;
  }

  /** Says that the puzzle is solved, or what the answer was. */
  verdict() {
    const words = text(this.#question.isGivenUp ? "puzzle.best" : "puzzle.solved");
    return [`${words} `, make("span", { class: "mark-better" }, this.#marks(this.#puzzle.best))];
  }

  #head() {
    const { number, level, missed } = this.#puzzle;
    const isOfToday = number === puzzleOfDay(this.#app.welcome.puzzles.length, new Date());
    const at = text(isOfToday ? "puzzle.today" : "puzzle.at", { number, level: text(`puzzle.level.${level}`) });
    return make(
      "div",
      { class: "row spread" },
      make("strong", {}, at),
      make("span", { class: "note" }, text("puzzle.missed", { share: percent(missed) })),
    );
  }

  #marks(action) {
    return this.#app.game.plyMarks(action, this.#app.names());
  }

  #open() {
    const tried = this.#question.tried.at(-1);
    const isHere = this.#session.questionHere !== null;
    const back = () => this.#session.goto(this.#puzzle.ply - 1);
    return [
      make(
        "p",
        { role: "status" },
        tried && [make("span", { class: "mark-played" }, this.#marks(tried)), ` ${this.#loss(tried)}. `],
        text(tried ? "puzzle.again" : "puzzle.about"),
      ),
      make(
        "div",
        { class: "row" },
        isHere ? null : this.#small("puzzle.back", back),
        this.#small("practice.answer", () => this.#question.giveUp()),
        this.#next("small"),
      ),
    ];
  }

  /** What a wrong action does to the result. */
  #loss({ mistake }) {
    if (this.#puzzle.value < 1) return text("puzzle.draw_lost");
    return text(mistake.cost === 1 ? "puzzle.win_lost" : "puzzle.win_drawn");
  }

  #closed() {
    const solved = solvedPuzzles(this.#app.welcome.game).length;
    return [
      make("p", { role: "status" }, this.verdict()),
      make("p", { class: "note" }, text("puzzle.score", { solved, count: this.#app.welcome.puzzles.length })),
      make("div", { class: "row" }, this.#next("small main"), branchButton(this.#app)),
    ];
  }

  /** The way to the next puzzle, of the level chosen. */
  #next(look) {
    const levels = [...new Set(this.#app.welcome.puzzles)].sort();
    const pairs = levels.map((level) => [String(level), text(`puzzle.level.${level}`)]);
    const choose = (level) => (this.#level = Number(level));
    return [
      button(text("puzzle.next"), () => this.#show(), { class: look, dataset: { key: "next" } }),
      choice(pairs, String(this.#level), choose, {
        class: "short",
        "aria-label": text("puzzle.level"),
        dataset: { key: "level" },
      }),
    ];
  }

  async #show() {
    const { game, puzzles } = this.#app.welcome;
    const number = nextPuzzle(puzzles, this.#level, this.#puzzle.number, solvedPuzzles(game));
    try {
      await this.#app.start({ type: "puzzle", number });
      scrollTo(0, 0);
    } catch (refusal) {
      note(refusal.message);
    }
  }

  #small(key, onClick) {
    return button(text(key), onClick, { class: "small", dataset: { key } });
  }
}
