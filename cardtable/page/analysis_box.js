// What an agent thinks of the position shown: values as bars, its line, its beliefs, and the truth in endgames.

import { AgentChoice } from "./agent_choice.js";
import { agentName } from "./agent_name.js";
import { note } from "./announcer.js";
import { beliefsOf } from "./beliefs.js";
import { check, make, refill } from "./elements.js";
import { hintWords } from "./hints.js";
import { letterOf } from "./keys.js";
import { offerFor } from "./offer.js";
import { ProgressLine } from "./progress_line.js";
import { number, percent, text } from "./texts.js";

const WAIT = 120; // milliseconds that a position must stay before it is analysed

/** What outlives a change of screens. */
const kept = { follow: false, agent: null, open: false };

export class AnalysisBox {
  #app;
  #session;
  #board;
  #choice;
  #go = make("button", {
    type: "button",
    class: "button main small",
    "aria-keyshortcuts": "H",
    on: { click: () => this.#toggle() },
  });
  #progress;
  #results = make("div", { class: "stack" });
  #open;
  #timer = 0;

  constructor(app, board) {
    this.#app = app;
    this.#session = app.session;
    this.#board = board;
    this.#choice = new AgentChoice(app.welcome, {
      chosen: kept.agent ?? app.welcome.adviser,
      label: text("analysis.agent"),
      analysts: true,
      onChange: (agent) => this.#useAgent(agent),
    });
    offerFor(app).to([this.#choice]);
    this.#progress = new ProgressLine(app.welcome, {
      purposeOf: (spec) => app.session.purposeOf(spec),
      purposes: ["hints"],
    });
    this.#open = check(text("analysis.open"), kept.open, (open) => this.#seeAll(open));
    this.element = make(
      "section",
      { class: "box stack analysis", "aria-labelledby": "analysis-title" },
      make("div", { class: "row spread" }, make("h2", { id: "analysis-title" }, text("analysis")), this.#go),
      this.#progress.element,
      this.#results,
      make("details", {}, make("summary", {}, text("analysis.settings")), this.#choice.element),
      make("div", {}, this.#open),
    );
  }

  get #showsAll() {
    return this.#session.state.viewer === null;
  }

  // What the user does

  #toggle() {
    kept.follow = !kept.follow;
    if (kept.follow) this.#start();
    else if (this.#session.isAnalysing) this.#session.stopAnalysis();
    this.#draw();
  }

  #useAgent(agent) {
    kept.agent = agent;
    this.#choice.refuse("");
    if (kept.follow) this.#start();
  }

  #seeAll(open) {
    kept.open = open;
    if (kept.follow) this.#start();
  }

  key(event) {
    if (letterOf(event) !== "h") return false;
    this.#toggle();
    return true;
  }

  // What happens

  onState(before) {
    this.#open.querySelector("input").disabled = !this.#showsAll;
    const { state } = this.#session;
    const isNew =
      before === null ||
      before.ply !== state.ply ||
      before.viewer !== state.viewer ||
      before.yours !== state.yours ||
      !this.#session.analysis;
    if (isNew && kept.follow) this.#startSoon();
    this.#draw();
  }

  onAnalysis() {
    this.#draw();
  }

  onProgress(progress) {
    this.#progress.onProgress(progress);
  }

  onBack() {
    this.#progress.onBack();
  }

  leave() {
    clearTimeout(this.#timer);
    if (this.#session.isAnalysing) this.#session.stopAnalysis();
  }

  #startSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), WAIT);
  }

  /** Whether the page may ask about the position: somebody is to move, and in a game it is the user. */
  get #mayAsk() {
    const { state } = this.#session;
    if (state.to_move === null || this.#session.question) return false; // the person is asked, not the agent
    return state.mode === "replay" || state.yours || state.paused || this.#session.isLookingBack;
  }

  async #start() {
    clearTimeout(this.#timer);
    if (!this.#mayAsk) return;
    try {
      await this.#session.analyse(this.#choice.value, this.#showsAll && kept.open);
    } catch (refusal) {
      if (refusal.code === "agent") {
        this.#choice.refuse(refusal.message);
        this.#choice.element.closest("details").open = true;
      } else if (refusal.code !== "closed") note(refusal.message);
    }
  }

  // What is shown

  #draw() {
    const { analysis, isAnalysing } = this.#session;
    this.#go.textContent = text(kept.follow ? "analysis.stop" : "analysis.go");
    this.#go.setAttribute("aria-pressed", String(kept.follow));
    const found = kept.follow ? analysis : null;
    this.#board.hint(found ? this.#hints(found) : new Map());
    refill(this.#results, found ? this.#found(found) : make("p", { class: "note" }, this.#waits(isAnalysing)));
  }

  #waits(isAnalysing) {
    if (!kept.follow) return text("analysis.about");
    return text(isAnalysing || this.#mayAsk ? "analysis.begins" : "analysis.waits");
  }

  /** Hints by action; a solved endgame gives the truth instead of estimates. */
  #hints(analysis) {
    const solved = analysis.exact?.actions;
    const best = analysis.exact ? analysis.exact.line[0]?.action : analysis.chosen;
    return new Map(
      analysis.actions.map((one) => {
        const truth = solved?.[one.action]?.value ?? one.exact;
        const isKnown = truth !== null && truth !== undefined;
        const value = isKnown ? (truth + 1) / 2 : one.value;
        return [
          one.action,
          {
            ...one,
            value,
            interval: isKnown ? null : one.interval,
            exact: isKnown ? truth : null,
            best: one.action === best,
          },
        ];
      }),
    );
  }

  #found(analysis) {
    const names = this.#app.names();
    return [
      analysis.exact ? this.#truth(analysis.exact, names[analysis.seat]) : null,
      analysis.actions.length > 0 ? this.#table(analysis) : null,
      analysis.line.length > 0
        ? make("p", {}, make("span", { class: "note" }, `${text("analysis.line")} `), this.#line(analysis.line))
        : null,
      make("p", { class: "note" }, this.#work(analysis)),
      analysis.beliefs ? beliefsOf(analysis.beliefs, names) : null,
    ];
  }

  #truth({ value, distance, line }, name) {
    const outcome = text(value > 0 ? "exact.win" : value < 0 ? "exact.loss" : "exact.draw", { name });
    const length = distance ? text("exact.in", { count: distance }) : "";
    return make(
      "div",
      { class: "truth" },
      make("strong", {}, text("exact.solved")),
      ` ${outcome} ${length} `,
      line?.length ? make("div", {}, this.#line(line)) : null,
    );
  }

  #line(actions) {
    return actions.map((action) =>
      make("span", { class: "in-line" }, this.#app.game.plyMarks(action, this.#app.names())),
    );
  }

  #work({ agent, positions, depth, seconds, done }) {
    const words = text("analysis.work", {
      agent: agentName(agent),
      count: positions,
      positions: number(positions),
      depth,
      seconds: number(Math.max(seconds, 0.01), seconds < 0.1 ? 2 : 1),
    });
    return done ? words : `${words} …`;
  }

  #table(analysis) {
    const hints = this.#hints(analysis);
    return make(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": text("analysis.values") },
      make(
        "table",
        { class: "values" },
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            ["action", "value", "interval", "visits"].map((head) =>
              make("th", { scope: "col" }, text(`analysis.${head}`)),
            ),
          ),
        ),
        make(
          "tbody",
          {},
          analysis.actions.map((one) => this.#row(one, hints.get(one.action))),
        ),
      ),
    );
  }

  #row(one, hint) {
    const value = hint.value === null || hint.value === undefined ? "–" : percent(hint.value, 1);
    const exact =
      hint.exact === null
        ? null
        : text(hint.exact > 0 ? "exact.win_short" : hint.exact < 0 ? "exact.loss_short" : "exact.draw_short");
    return make(
      "tr",
      { class: hint.best ? "best" : "", title: hintWords(hint) },
      make("th", { scope: "row" }, this.#app.game.plyMarks(one, this.#app.names())),
      make("td", {}, make("span", { class: "bar-cell", vars: { "--value": hint.value ?? 0 } }, exact ?? value)),
      make("td", {}, hint.interval ? `${percent(hint.interval[0])} – ${percent(hint.interval[1])}` : ""),
      make("td", {}, one.visits === null || one.visits === undefined ? (one.votes ?? "") : number(one.visits)),
    );
  }
}
