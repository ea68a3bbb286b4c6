// What the server gets ready before it can answer: an agent, or the game. What is ready at once is not spoken of.

import { opponentName } from "./agent_name.js";
import { button, make } from "./elements.js";
import { text } from "./texts.js";

const AT_ONCE = 300; // milliseconds
const TICK = 1000;

export class ProgressLine {
  element = make("div", { class: "getting-ready", role: "status" });
  #agents;
  #purposeOf;
  #purposes;
  #session;
  #timer = 0;
  /** By agent, or null for the game, the words for what this line tells of; those of the last are shown. */
  #awaited = new Map();
  /** @type {number | null} when the first of what gets ready in a row began; null while nothing does */
  #begun = null;

  /**
   * Takes, by name:
   * - session: whose game that is about to begin can be cancelled here;
   * - purposeOf: what an agent gets ready for, by its spec: "play", "stand_in", "hints" or "review";
   * - purposes: those that this line tells of.
   *
   * @param {{ session?: any, purposeOf?: (spec: any) => any, purposes?: string[] }} options
   */
  constructor(welcome, options = {}) {
    const { session = null, purposeOf = () => "play", purposes = ["play", "stand_in"] } = options;
    this.#agents = welcome.agents;
    this.#session = session;
    this.#purposeOf = purposeOf;
    this.#purposes = purposes;
  }

  onProgress({ agent, done }) {
    if (done ? !this.#awaited.delete(agent) : !this.#tellsOf(agent)) return; // another line tells of it
    if (!done) this.#awaited.set(agent, this.#wordsFor(agent));
    clearTimeout(this.#timer);
    const words = [...this.#awaited.values()].at(-1);
    if (words === undefined) {
      this.#timer = setTimeout(() => this.clear(), AT_ONCE); // what comes next takes the place of its words
      return;
    }
    this.#begun ??= Date.now();
    this.#timer = setTimeout(() => this.#show(words), AT_ONCE - (Date.now() - this.#begun));
  }

  #tellsOf(agent) {
    return this.#purposes.includes(agent ? this.#purposeOf(agent) : "play");
  }

  #wordsFor(agent) {
    return `${agent ? this.#agentWords(agent) : text("progress.game")} ${text("progress.first_time")}`;
  }

  #agentWords(spec) {
    return text(`progress.${this.#purposeOf(spec)}`, { agent: opponentName(this.#agents, spec) });
  }

  /** Forgets what got ready before the connection was lost: the page may not have heard of its end. */
  onBack() {
    this.clear();
  }

  clear() {
    clearTimeout(this.#timer);
    this.#awaited.clear();
    this.#begun = null;
    this.element.replaceChildren();
  }

  #cancelButton() {
    const cancel = () => {
      this.#session.dropStart();
      this.clear();
    };
    return button(text("cancel"), cancel, { class: "small", dataset: { key: "cancel" } });
  }

  /** Shows what is got ready and for how long it has been: who waits for minutes sees that it goes on. */
  #show(words) {
    const begun = this.#begun ?? Date.now();
    const passed = make("span", { "aria-hidden": "true" }); // not to be read each second
    const tick = () => {
      if (!this.element.isConnected) return;
      passed.textContent = text("progress.seconds", { seconds: Math.round((Date.now() - begun) / 1000) });
      this.#timer = setTimeout(tick, TICK);
    };
    tick();
    this.element.replaceChildren(
      make("p", { class: "note" }, words, " ", passed),
      make(
        "div",
        { class: "row" },
        make("progress", { "aria-label": words }),
        this.#session?.isBeginning ? this.#cancelButton() : "",
      ),
    );
  }
}
