// What the page knows of its table: the state shown, the log of its game, analyses, a review.

import { note } from "./announcer.js";
import { keepReview, keptReview } from "./kept_review.js";
import { namesIn } from "./room_names.js";
import { moves, settings } from "./settings.js";
import { Tally } from "./tally.js";
import { text } from "./texts.js";

/** An evaluation: whether it is done, has but a part of the plies, and goes on as soon as the server can be asked. */
const reviewBy = (agent, entries, isDone) => ({ agent, entries, done: isDone, isPart: !isDone, goesOn: !isDone });
const noReview = () => reviewBy(null, new Map(), true);

export class Session {
  #client;
  #watchers = new Set();
  /** @type {number | null} */
  #analysing = null;
  /** The agent that is asked for hints. */
  #adviser = null;
  /** @type {number | null} */
  #reviewing = null;
  /** @type {number | null} */
  #beginning = null;
  /** @type {number | null} */
  #wanted = null;

  /** @type {import("/messages").ServerState} what is shown; null before the first */
  state = /** @type {any} */ (null);
  log = [];
  /** @type {import("/messages").ServerGames | null} */
  games = null;
  /** @type {import("/messages").ServerRoom | null} */
  room = null;
  /** @type {import("/messages").ServerAnalysis | null} */
  analysis = null;
  review = noReview();
  tally = new Tally();
  /** @type {any} the mistake whose better move the user looks for, and what takes an answer; null if nothing is asked */
  question = null;

  constructor(client) {
    this.#client = client;
    client.on("state", (state) => this.#onState(state));
    client.on("analysis", (analysis) => this.#onAnalysis(analysis));
    client.on("analysis_stopped", (stopped) => this.#onAnalysisStopped(stopped));
    client.on("review", (review) => this.#onReview(review));
    client.on("games", (games) => this.#onGames(games));
    client.on("room", (room) => this.#onRoom(room));
    client.on("closed", () => this.#onClosed());
  }

  /** Calls the watcher with what has changed: "state", "analysis", "review", "games" or "room". */
  onChange(watcher) {
    this.#watchers.add(watcher);
  }

  /** Tells all watchers that something has changed. */
  tell(what, detail) {
    for (const watcher of this.#watchers) watcher(what, detail);
  }

  /** @param {import("/messages").Page} message */
  ask(message) {
    return this.#client.ask(message);
  }

  /** Sends a message that brings another game to the table; tells whether it has begun, or was dropped. */
  async begin(message) {
    const asked = this.#client.send(message);
    this.#beginning = asked;
    try {
      for (;;) {
        const { type } = await this.#client.answer(asked); // a list of games comes before the state
        if (type === "state" || type === "analysis_stopped") return type === "state";
      }
    } finally {
      if (this.#beginning === asked) this.#beginning = null;
    }
  }

  /** Whether a game is about to begin. */
  get isBeginning() {
    return this.#beginning !== null;
  }

  /** Drops a game that is about to begin. */
  dropStart() {
    if (this.#beginning !== null) this.#client.send({ type: "stop", what: "game" });
  }

  /** The first state; to be asked for where one is sure to come. */
  async begun() {
    if (!this.state) await new Promise((resolve) => this.#client.on("state", resolve));
  }

  /** What the review says of a ply; null if nothing, or if the ply has been taken back since. */
  reviewed(ply) {
    const entry = this.review.entries.get(ply);
    return entry && entry.text === this.log.find((one) => one.ply === ply)?.text ? entry : null;
  }

  /** The mistake that follows the position shown, if the review has found one. */
  get mistakeNext() {
    if (this.questionHere) return null;
    const entry = this.reviewed(this.state.ply + 1);
    return entry?.mistake ? entry : null;
  }

  /** The question about the position shown. */
  get questionHere() {
    return this.question?.ply === this.state.ply + 1 ? this.question : null;
  }

  /** The state shown; where a better move is asked for, the user may make those that have not been tried. */
  get asBoardSees() {
    const { questionHere: question, state } = this;
    return question && state.viewer === question.seat ? { ...state, yours: true, legal: question.open } : state;
  }

  #onState(state) {
    const before = this.state;
    const isNext = this.room !== null && before !== null && before.game !== state.game;
    if (isNext || (this.#beginning !== null && state.answers === this.#beginning)) this.review = noReview();
    this.log = [...this.log.filter((entry) => entry.ply < state.log_from), ...state.log];
    this.state = state;
    if (before === null) this.review = keptReview(state, this.log) ?? this.review;
    this.tally.note(state, before);
    if (before?.ply !== state.ply || before?.viewer !== state.viewer) this.analysis = null;
    this.tell("state", before);
  }

  #onRoom(room) {
    this.room = room;
    this.tell("room");
  }

  #onGames(games) {
    this.games = games;
    this.tell("games");
  }

  /** Shows another of the opened games. */
  async openGame(number) {
    await this.begin({ type: "game", number, ply: 0 });
    this.#onGames({ ...this.games, selected: number });
  }

  // Analysis of the position shown

  get isAnalysing() {
    return this.#analysing !== null;
  }

  /** Asks an agent about the position shown; a question before it ends. */
  async analyse(agent, allCards) {
    const asked = this.#client.send({ type: "analyse", agent, all_cards: allCards });
    this.#analysing = asked;
    this.#adviser = agent;
    this.tell("analysis");
    try {
      await this.#client.answer(asked);
    } catch (refusal) {
      if (this.#analysing === asked) this.#onStopped();
      throw refusal;
    }
  }

  #onAnalysis(analysis) {
    if (analysis.answers !== this.#analysing || analysis.ply !== this.state?.ply) return;
    this.analysis = analysis;
    if (analysis.done) this.#analysing = null;
    this.tell("analysis");
  }

  #onAnalysisStopped({ answers }) {
    if (answers === this.#reviewing) this.#dropReview();
    if (answers === this.#analysing) this.#onStopped();
  }

  /** What the server computed has ended, and half an analysis is none. */
  #onClosed() {
    if (this.isAnalysing) this.analysis = null;
    this.#endReview();
    this.#onStopped();
  }

  #onStopped() {
    this.#analysing = null;
    this.tell("analysis");
  }

  /** Ends the analysis of the position shown. */
  stopAnalysis() {
    this.#client.send({ type: "stop", what: "advice" });
    this.#onStopped();
  }

  /** What an agent that the server gets ready is for: to play, or what the page has asked for. */
  purposeOf(spec) {
    if (!this.review.done && this.review.agent === spec) return "review";
    return this.isAnalysing && this.#adviser === spec ? "hints" : "play";
  }

  // Review of the whole game

  /** Lets an agent evaluate the game; one that goes on shows until then what it has found. */
  async startReview(agent) {
    const found = this.review.goesOn && this.review.agent === agent ? this.review.entries : new Map();
    this.review = reviewBy(agent, found, false);
    const asked = this.#client.send({ type: "review", agent });
    this.#reviewing = asked;
    this.tell("review");
    try {
      await this.#client.answer(asked);
    } catch (refusal) {
      if (this.#reviewing === asked) this.#dropReview();
      throw refusal;
    }
  }

  stopReview() {
    this.#client.send({ type: "stop", what: "review" });
    this.#dropReview();
    keepReview(this.state, this.log, this.review);
  }

  #dropReview() {
    this.review.goesOn = false;
    this.#endReview();
  }

  #endReview() {
    this.#reviewing = null;
    this.review.done = true;
    this.tell("review");
  }

  #onReview(review) {
    if (review.answers !== this.#reviewing) return;
    for (const entry of review.entries) this.review.entries.set(entry.ply, entry);
    if (review.done) this.review = reviewBy(this.review.agent, this.review.entries, true);
    keepReview(this.state, this.log, this.review);
    this.tell("review");
  }

  // Steps through the game

  /** Shows another ply; of many wishes in quick succession the last is sent, once the one before is answered. */
  async goto(ply) {
    const isMoving = this.#wanted !== null;
    this.#wanted = Math.max(0, Math.min(ply, this.state.plies));
    if (isMoving) return;
    try {
      while (this.#wanted !== this.state.ply) {
        await this.ask({ type: "goto", ply: this.#wanted });
      }
    } catch (refusal) {
      note(refusal.message);
    } finally {
      this.#wanted = null;
    }
  }

  /** The ply that is shown, or will be as soon as the server has answered. */
  get ply() {
    return this.#wanted ?? this.state.ply;
  }

  /** Whether the page looks at an earlier ply of a game that goes on. */
  get isLookingBack() {
    return this.state.mode === "play" && this.state.ply < this.state.plies;
  }

  /** The names of the seats for people: `you` for a person, `nameOf` a spec for an agent. */
  names(you, nameOf) {
    const { players } = this.state;
    if (this.room) {
      const { places, played, sat } = this.room;
      return this.#namesInRoom(sat?.map((one, seat) => ({ seat, ...one })) ?? places, played, you, nameOf);
    }
    const humans = players.filter((player) => player.kind === "human").length;
    return players.map(({ seat, name, kind }) => {
      if (kind === "human") return humans === 1 ? you : this.#personIn(seat) || text("person", { seat: seat + 1 });
      return this.#agentIn(seat, name, nameOf);
    });
  }

  /** By seat of the next game, if none goes on, the names of those whose score is told. */
  scoreNames(you, nameOf) {
    return this.room ? this.#namesInRoom(this.room.places, this.room.you, you, nameOf) : this.names(you, nameOf);
  }

  /** The games so far, and by seat how many were won and lost. */
  get score() {
    return this.room ?? this.tally.score;
  }

  /** An agent that plays in one's own seat is not oneself. */
  #namesInRoom(places, own, you, nameOf) {
    return namesIn(places, nameOf).map((name, seat) => (seat === own && places[seat].agent === null ? you : name));
  }

  /** The name that one of several people at this screen has given; in the next game of a deal they have moved on. */
  #personIn(seat) {
    const { players, game, mode } = this.state;
    return mode === "play" ? settings.people[(seat + players.length * game - game) % players.length] : "";
  }

  /** The name of an agent; several of one name are numbered. */
  #agentIn(seat, name, nameOf) {
    const twins = this.state.players.filter((other) => other.name === name).map((other) => other.seat);
    return twins.length > 1 ? `${nameOf(name)} ${1 + twins.indexOf(seat)}` : nameOf(name);
  }

  /** Whether cards should move: one ply further than what was shown before. */
  isStep(before) {
    return moves() && before !== null && before.mode === this.state.mode && Math.abs(before.ply - this.state.ply) <= 1;
  }
}
