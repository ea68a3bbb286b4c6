// Starts the page: the connection, the module of the game, the texts, and the screen that the address names.

import { opponentName } from "./agent_name.js";
import { announce, note, prepareAnnouncements } from "./announcer.js";
import { Bar } from "./bar.js";
import { sprite } from "./cards.js";
import { Client } from "./client.js";
import { isConfirmed } from "./confirmation.js";
import { make } from "./elements.js";
import { showShortcuts } from "./help.js";
import { sharedGame } from "./links.js";
import { MatchInProgress } from "./match_in_progress.js";
import { MatchScreen } from "./match_screen.js";
import { OfflineBar } from "./offline_bar.js";
import { OpenScreen } from "./open_screen.js";
import { noteResult } from "./own_results.js";
import * as plain from "./plain.js";
import { roomTitle } from "./room_names.js";
import { Session } from "./session.js";
import { apply, onSetting } from "./settings.js";
import { SetupScreen } from "./setup_screen.js";
import { soundOf } from "./sounds.js";
import { signalTurn, turnTitle } from "./turn_signal.js";
import { StartScreen } from "./start_screen.js";
import { TableScreen } from "./table_screen.js";
import { has, loadTexts, text } from "./texts.js";
import { TournamentScreen } from "./tournament_screen.js";
import { goesToSeat } from "./visit.js";
import { keepAwake } from "./wake_lock.js";

const OWN_TEXTS = new URL("./texts/", import.meta.url);
const NOT_FOUND = 404;

class App {
  /** @type {any} what is shown; each screen handles what it has a method for */
  #screen = null;
  #offline = new OfflineBar();
  /** @type {Bar} */
  bar = /** @type {any} */ (null); // until the server has welcomed the page
  #main = make("main", { id: "main", tabindex: -1 });

  constructor() {
    this.client = new Client();
    this.session = new Session(this.client);
    this.match = new MatchInProgress(this.client);
    this.tournament = null;
    this.client.on("welcome", (welcome) => (this.welcome ? this.#isBack(welcome) : this.#start(welcome)));
    this.client.on("closed", (closed) => this.#onClosed(closed));
    this.client.on("waiting", ({ isWaiting }) => this.#onWaiting(isWaiting));
  }

  async begin() {
    apply();
    if (await goesToSeat()) return;
    await loadTexts([OWN_TEXTS]);
    document.body.append(sprite());
    prepareAnnouncements();
    this.client.connect();
  }

  async #start(welcome) {
    this.welcome = welcome;
    this.game = welcome.module ? await import(welcome.module) : plain;
    for (const href of this.game.styles) document.head.append(make("link", { rel: "stylesheet", href }));
    await this.#loadTexts();
    this.bar = new Bar(this);
    document.body.prepend(this.bar.element, this.#main);
    this.session.onChange((what, detail) => this.#onChange(what, detail));
    this.client.on("progress", (progress) => this.#screen?.onProgress?.(progress));
    this.client.on("tournament", (tournament) => this.#onTournament(tournament));
    onSetting((name) => name === "language" && this.#changeLanguage());
    addEventListener("hashchange", () => {
      this.session.dropStart();
      // Back from a game leads to the first screen, by which the page was opened.
      if (!location.hash && !this.welcome.room) history.replaceState(null, "", "#start");
      this.show();
    });
    document.addEventListener("keydown", (event) => this.#onKey(event));
    await this.#openWhatIsGiven();
    this.show();
    document.body.dataset.ready = "yes";
  }

  #loadTexts() {
    return loadTexts([OWN_TEXTS, ...(this.game.texts ? [this.game.texts] : [])]);
  }

  async #changeLanguage() {
    try {
      await this.#loadTexts();
    } catch (fault) {
      if (fault.cause !== NOT_FOUND) throw fault;
      location.reload(); // a newer server has taken the place of the one that gave the page, with files of its own
      return;
    }
    this.bar.draw();
    this.show();
  }

  #onTournament(tournament) {
    this.tournament = tournament;
    this.#screen?.onTournament?.();
  }

  /** Opens the file of the command line, or the game of a shared link. */
  async #openWhatIsGiven() {
    if (this.welcome.room) return;
    const shared = sharedGame(location.hash);
    if (this.welcome.resumed) await this.session.begun();
    try {
      if (shared) await this.open({ text: shared.record }, shared.ply);
      else if (this.welcome.resumed) return;
      else if (this.welcome.file?.kind === "tournament") location.hash ||= "#tournament";
      else if (this.welcome.file) await this.open({ file: true });
    } catch (refusal) {
      note(refusal.message);
    }
  }

  /** Opens game records, and shows the first of them. */
  async open(what, ply = 0) {
    const from = location.hash;
    if (!(await this.session.begin({ type: "open", ...what }))) return;
    if (ply > 0) await this.session.goto(ply);
    if (location.hash === from) this.go("#replay");
  }

  /**
   * Begins a game and goes to its table, unless the screen where it was begun has been left.
   * Asks first if that ends a game of which something has been played.
   */
  async start(message) {
    const isLost = this.isPlaying && this.session.state.plies > 0;
    if (isLost && !(await isConfirmed(text("again.sure"), text("again.give_up")))) return;
    const from = location.hash;
    if ((await this.session.begin(message)) && location.hash === from) this.toTable();
  }

  /** Goes to a screen. */
  go(hash) {
    if (location.hash === hash) this.show();
    else location.hash = hash;
  }

  /** Builds the screen of the address. */
  show() {
    this.#screen?.leave?.();
    this.#screen = this.#screenOf(location.hash);
    this.#main.replaceChildren(this.#screen.element);
    scrollTo(0, 0);
    this.#screen.focus?.();
    this.bar.mark(location.hash);
    this.#tellTitle();
  }

  #tellTitle() {
    const { room, state } = this.session;
    if (room) document.title = turnTitle(state, roomTitle(room, this.gameName));
    else document.title = `${text(this.#screen.title)} · ${this.gameName}`;
  }

  #screenOf(hash) {
    if (this.welcome.room) return new TableScreen(this);
    const [place, part] = hash.slice(1).split("/");
    if (place === "start") return new StartScreen(this);
    if (place === "match") return new MatchScreen(this);
    if (place === "tournament") return new TournamentScreen(this);
    if (part === undefined && this.session.state && this.placeOf(this.session.state) === place)
      return new TableScreen(this);
    if (place === "replay") return new OpenScreen(this);
    if (place === "watch") return new SetupScreen(this, { watching: true });
    if (this.session.state && part === undefined && this.placeOf(this.session.state) === "play")
      return new TableScreen(this);
    if (part === undefined) return new StartScreen(this);
    return new SetupScreen(this, { watching: false, withFriends: part === "friends" });
  }

  /** Where a state is shown: play, watch or replay. */
  placeOf(state) {
    if (state.mode === "replay") return "replay";
    return state.players.some((player) => player.kind === "human") ? "play" : "watch";
  }

  /** Whether a person plays here, and the game is not over. */
  get isPlaying() {
    const { state } = this.session;
    return state !== null && this.placeOf(state) === "play" && !state.over;
  }

  /** Goes to the table after a new game has begun. */
  toTable() {
    this.go(`#${this.placeOf(this.session.state)}`);
  }

  /** The game's own word for it, or the name that the program has for a game without texts. */
  get gameName() {
    return has("game.name") ? text("game.name") : this.welcome.game;
  }

  /** The options that the screen speaks of, by their names: chosen there, or of its game, else the usual ones. */
  get options() {
    const usual = this.welcome.options.map((option) => [option.name, option.default]);
    return { ...Object.fromEntries(usual), ...this.#screen?.options };
  }

  /** By seat, the names in the game shown. */
  names() {
    return this.session.names(text("you"), this.#nameOf);
  }

  /** By seat, the names in the score of the games so far. */
  scoreNames() {
    return this.session.scoreNames(text("you"), this.#nameOf);
  }

  #nameOf = (spec) => opponentName(this.welcome.agents, spec);

  #onChange(what, detail) {
    this.#screen?.onChange?.(what, detail);
    if (this.session.room) this.#tellTitle();
    if (what !== "state") return;
    this.#announce();
    if (!this.welcome.room) noteResult(this.welcome.game, this.session.state, detail);
    soundOf(this.session.state, detail, Boolean(this.welcome.room));
    if (!this.welcome.room) return;
    signalTurn(this.session.state, detail);
    keepAwake(!this.session.state.over);
  }

  #announce() {
    const { state } = this.session;
    const names = this.names();
    const said = state.events.map((event) => this.game.eventWords(event, names));
    announce([...said, this.game.status(state, names)].filter(Boolean).join(". "));
  }

  #onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
    if (event.key === " " && event.target.closest("input")) return;
    if (event.key === "?") showShortcuts(this.game.keys);
    else if (!this.#screen?.key?.(event)) return;
    event.preventDefault();
  }

  #onClosed({ code, retries }) {
    if (retries) {
      this.#offline.waits("closed.seeking");
      return;
    }
    keepAwake(false);
    this.#offline.ends(code, Boolean(this.welcome));
  }

  #onWaiting(isWaiting) {
    if (isWaiting) this.#offline.waits("closed.waits");
    else this.#offline.hide();
  }

  #isBack({ resumed }) {
    this.#offline.hide();
    if (!resumed && this.session.state && !this.welcome.room) this.#offline.isGone();
    else note(text("closed.back"));
    this.#screen?.onBack?.(resumed);
  }
}

new App().begin();
