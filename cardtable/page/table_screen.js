// The table: a game that is played, alone or with friends, watched or replayed, with what there is to know about it.

import { Asker } from "./asker.js";
import { AnalysisBox } from "./analysis_box.js";
import { Clocks } from "./clocks.js";
import { Consent } from "./consent.js";
import { Curtain } from "./curtain.js";
import { button, make, refill, refresh } from "./elements.js";
import { FailureBox } from "./failure_box.js";
import { GameBox } from "./game_box.js";
import { GamesBox } from "./games_box.js";
import { LessonBox } from "./lesson_box.js";
import { LogBox } from "./log_box.js";
import { branchButton } from "./play_on.js";
import { PracticeBox } from "./practice_box.js";
import { PuzzleBox } from "./puzzle_box.js";
import { ProgressLine } from "./progress_line.js";
import { ResultBox, forfeitWords } from "./result_box.js";
import { ReviewBox } from "./review_box.js";
import { RoomBox } from "./room_box.js";
import { StandInBar } from "./stand_in_bar.js";
import { text } from "./texts.js";
import { ToTheEnd } from "./to_the_end.js";
import { Transport } from "./transport.js";

export class TableScreen {
  #app;
  #session;
  #asker;
  #status = make("p", { class: "says" });
  #side = make("div", { class: "row" });
  /** @type {any} the game's table; with friends there is none before the first game */
  #board = null;
  #practice;
  #puzzle;
  #toTheEnd;
  /** @type {any[]} each handles what it has a method for */
  #boxes;
  #curtain = new Curtain();
  #host = make("div", { class: "board", tabindex: -1 });

  constructor(app) {
    this.#app = app;
    this.#session = app.session;
    this.#asker = new Asker(app.session);
    this.#host.setAttribute("aria-label", text("table"));
    this.#host.setAttribute("role", "group");
    this.title = app.welcome.room ? "room" : `nav.${app.placeOf(app.session.state)}`;
    if (!app.welcome.room) this.#layTable();
    const lesson = new LessonBox(app);
    const practice = (this.#practice = new PracticeBox(app));
    this.#puzzle = new PuzzleBox(app);
    const above = app.welcome.room ? [new StandInBar(app)] : [this.#progress(), new FailureBox(app)];
    const below = app.welcome.adviser === null ? [] : [new ReviewBox(app, practice)];
    const [result, transport] = [new ResultBox(app, below[0]), new Transport(app.session)];
    const consent = new Consent(app);
    this.#toTheEnd = new ToTheEnd(app);
    const beside = [...(app.welcome.room ? [new RoomBox(app)] : this.#boxesAlone()), new LogBox(app)];
    this.element = make(
      "div",
      { class: "screen" },
      make(
        "div",
        { class: "stack" },
        make("h1", { class: "unseen" }, text(this.title)),
        make(
          "div",
          { class: "table-area" },
          lesson.element,
          make("div", { class: "status" }, this.#status, consent.element, this.#side),
          above.map((box) => box.element),
          practice.element,
          this.#puzzle.element,
          make("div", { class: "board-frame" }, this.#host),
          result.element,
          transport.element,
        ),
        below.map((box) => box.element),
      ),
      make(
        "aside",
        { class: "panel", "aria-label": text("panel") },
        beside.map((box) => box.element),
      ),
    );
    const clocks = new Clocks(this.element, app.session);
    const inside = [practice, this.#puzzle, result, transport, consent, this.#toTheEnd];
    this.#boxes = [lesson, ...above, ...inside, ...below, ...beside, clocks];
    this.#draw(null);
  }

  #layTable() {
    this.#board = this.#app.game.createBoard(this.#host, { act: (action) => this.#act(action) });
  }

  /** Plays an action, or tries it where the page asks for a better move. */
  #act(action) {
    const { questionHere: question } = this.#session;
    if (question) question.answer(action);
    else this.#asker.act(action);
  }

  #progress() {
    const session = this.#session;
    return new ProgressLine(this.#app.welcome, { session, purposeOf: (spec) => session.purposeOf(spec) });
  }

  /** What stands beside a table of one's own. */
  #boxesAlone() {
    return [
      new GameBox(this.#app),
      ...(this.#session.state.mode === "play" ? [] : [new GamesBox(this.#app)]),
      ...(this.#app.welcome.adviser === null ? [] : [new AnalysisBox(this.#app, this.#board)]),
    ];
  }

  /** The rules of the game shown, or to come. */
  get options() {
    return (this.#session.room ?? this.#session.state)?.rules;
  }

  /** Puts the focus on the table, where keys and screen readers begin. */
  focus() {
    if (this.#board) this.#host.focus({ preventScroll: true });
  }

  #draw(before) {
    const { room, state } = this.#session;
    this.element.classList.toggle("gathering", !state);
    if (room) this.#drawRoom();
    else if (state && this.#app.welcome.room) return; // who sits where comes first
    if (!state) this.#status.textContent = room ? waitingWords(room) : "";
    else if (room) this.#drawGame(before);
    else this.#curtain.before(state, this.#app.names(), () => this.#drawGame(before));
  }

  #drawRoom() {
    for (const box of this.#boxes) box.onRoom?.();
  }

  #drawGame(before) {
    const names = this.#app.names();
    const { state } = this.#session;
    if (!this.#board) this.#layTable();
    this.#puzzle.ask();
    this.#board.show(this.#session.asBoardSees, {
      names,
      animate: this.#session.isStep(before),
      log: this.#session.log,
    });
    this.#say(state, names);
    refresh(this.#side, this.#besideStatus());
    this.element.classList.toggle("over", state.over && state.ply === state.plies);
    for (const box of this.#boxes) box.onState?.(before);
  }

  /** Says what is to be done, or which mistake follows; marks it on the table. */
  #say(state, names) {
    const { questionHere: question, mistakeNext: mistake } = this.#session;
    const { answer } = this.#puzzle;
    this.#board.mark?.(question ?? mistake, mistake?.best ?? answer);
    if (question) this.#status.textContent = question.words ?? text("practice.status", { name: names[question.seat] });
    else if (mistake) refill(this.#status, this.#choice(mistake, names));
    else if (answer) refill(this.#status, this.#puzzle.verdict());
    else if (this.#session.isLookingBack) this.#status.textContent = text("status.back", { ply: state.ply });
    else this.#status.textContent = forfeitWords(this.#session.room, names) || this.#app.game.status(state, names);
  }

  /** A mistake in words: what was played, what is better, and why. */
  #choice(mistake, names) {
    const why = mistake.best && this.#app.game.mistakeWords?.(mistake, this.#session.state);
    const marks = (action, look) => make("span", { class: look }, this.#app.game.plyMarks(action, names));
    return [
      `${text("review.played", { name: names[mistake.seat] })} `,
      marks(mistake, "mark-played"),
      `, ${text("review.better")} `,
      marks(mistake.best, "mark-better"),
      why ? make("span", { class: "why" }, `. ${why}`) : null,
    ];
  }

  /** What one may do about the position shown, beside what is said of it. */
  #besideStatus() {
    const { state } = this.#session;
    const mover = state.players[state.to_move];
    if (this.#session.isLookingBack)
      return [
        button(text("status.to_game"), () => this.#session.goto(this.#session.state.plies), { class: "small main" }),
        state.over && !this.#session.room && !this.#practice.isOn ? branchButton(this.#app) : null,
      ];
    if (
      mover?.kind === "human" &&
      !this.#session.room &&
      !state.yours &&
      state.viewer !== null &&
      state.viewer !== state.to_move &&
      state.mode === "play"
    ) {
      const look = () => this.#asker.ask({ type: "view", seat: state.to_move });
      return [
        button(text("status.next_human", { name: this.#app.names()[state.to_move] }), look, { class: "small main" }),
      ];
    }
    return this.#toTheEnd.button();
  }

  /** Whether a state belongs on this screen. */
  #isOf(state) {
    return this.#app.welcome.room || this.#app.placeOf(state) === this.title.slice(4);
  }

  onChange(what, detail) {
    const { state } = this.#session;
    if (what === "room") this.#draw(state);
    else if (what === "state" && this.#isOf(state)) this.#draw(detail);
    else if (what === "state") this.#app.toTable();
    else if (what === "question") this.#draw(state);
    else if (state) {
      if (what === "review") this.#say(state, this.#app.names());
      for (const box of this.#boxes) box[`on${what[0].toUpperCase()}${what.slice(1)}`]?.();
    }
  }

  onBack(resumed) {
    for (const box of this.#boxes) box.onBack?.(resumed);
  }

  onProgress(progress) {
    for (const box of this.#boxes) box.onProgress?.(progress);
  }

  key(event) {
    if (this.#boxes.some((box) => box.key?.(event))) return true;
    const { questionHere: question, state, isLookingBack } = this.#session;
    const isMine = question || (state.yours && state.mode === "play" && !isLookingBack);
    return isMine && this.#board.key(event);
  }

  leave() {
    this.#curtain.fall();
    for (const box of this.#boxes) box.leave?.();
  }
}

/** What a table with friends waits for before its first game. */
const waitingWords = ({ places }) =>
  text(places.every(({ agent, claimed }) => agent !== null || claimed) ? "room.waits_ready" : "room.waits");
