// A match of two agents with its live score.

import { AgentChoice } from "./agent_choice.js";
import { opponentName } from "./agent_name.js";
import { dataTable } from "./data_table.js";
import { button, check, field, make, refill, refresh } from "./elements.js";
import { intervalBar } from "./interval_bar.js";
import { Offer } from "./offer.js";
import { optionsForm } from "./options_form.js";
import { ProgressLine } from "./progress_line.js";
import { number, percent, text } from "./texts.js";

/** What was chosen last, while the page is open. */
const kept = { agents: /** @type {any} */ (null), games: 1000, seed: "", rules: {}, openWorld: false };

export class MatchScreen {
  title = "nav.match";
  #app;
  #choices;
  #games = make("input", {
    type: "number",
    min: 1,
    max: 1000000,
    value: kept.games,
    on: { input: () => (kept.games = Number(this.#games.value)) },
  });
  #seed = make("input", {
    type: "text",
    value: kept.seed,
    autocomplete: "off",
    on: { input: () => (kept.seed = this.#seed.value.trim()) },
  });
  #error = make("p", { class: "error", role: "alert" });
  #progress;
  #result = make("section", { class: "box stack", "aria-live": "polite" });
  #buttons = make("div", { class: "row" });

  constructor(app) {
    this.#app = app;
    this.#progress = new ProgressLine(app.welcome);
    const levels = app.welcome.agents.filter((agent) => agent.level !== null).map((agent) => agent.spec);
    kept.agents ??= [
      app.welcome.own[0] ?? levels.at(-1) ?? app.welcome.agents[0].spec,
      levels.at(-2) ?? app.welcome.agents[0].spec,
    ];
    this.#choices = kept.agents.map(
      (spec, at) =>
        new AgentChoice(app.welcome, {
          chosen: spec,
          label: text("match.agent", { number: at + 1 }),
          onChange: (value) => (kept.agents[at] = value),
        }),
    );
    const offer = new Offer(app.client, () => ({
      seats: kept.agents.length,
      rules: kept.rules,
      open_world: kept.openWorld,
    }));
    const offerAgain = () => offer.refresh();
    offer.to(this.#choices);
    this.element = make(
      "div",
      { class: "narrow stack" },
      make("h1", {}, text("nav.match")),
      make(
        "form",
        { class: "box stack", on: { submit: (event) => (event.preventDefault(), this.#start()) } },
        make(
          "div",
          { class: "fields" },
          this.#choices.map((choice) => choice.element),
        ),
        make(
          "div",
          { class: "fields" },
          field(text("match.games"), this.#games),
          field(text("setup.seed"), this.#seed),
        ),
        make(
          "details",
          {},
          make("summary", {}, text("setup.rules")),
          optionsForm(app.welcome.options, kept.rules, offerAgain),
          check(text("setup.open"), kept.openWorld, (open) => ((kept.openWorld = open), offerAgain())),
        ),
        this.#error,
        this.#progress.element,
        this.#buttons,
      ),
      this.#result,
    );
    app.match.watcher = () => this.#draw();
    this.#draw();
  }

  leave() {
    this.#app.match.watcher = () => {};
  }

  async #start() {
    this.#error.textContent = "";
    for (const choice of this.#choices) choice.refuse("");
    kept.agents = this.#choices.map((choice) => choice.value);
    try {
      await this.#app.match.start({
        agents: kept.agents,
        games: kept.games,
        seed: kept.seed || null,
        rules: kept.rules,
        open_world: kept.openWorld,
      });
    } catch (refusal) {
      const at = /^agents\.(\d+)$/.exec(refusal.field ?? "")?.[1];
      if (at === undefined) this.#error.textContent = refusal.message;
      else this.#choices[at].refuse(refusal.message);
    }
  }

  onProgress(progress) {
    this.#progress.onProgress(progress);
  }

  #draw() {
    const { isRunning, result } = this.#app.match;
    refresh(
      this.#buttons,
      isRunning
        ? button(text("match.stop"), () => this.#app.match.stop(), { dataset: { key: "go" } })
        : button(text("match.start"), () => this.#start(), { class: "main", dataset: { key: "go" } }),
    );
    this.#result.classList.toggle("hidden", result === null && !isRunning);
    refill(this.#result, result ? this.#table(result) : make("p", { class: "note" }, text("match.begins")));
  }

  #table({ agents, games, of, wins, draws, losses, scores, seed, faults }) {
    return [
      make(
        "div",
        { class: "row spread" },
        make("h2", {}, text("match.so_far", { games: number(games), of: number(of) })),
        make("span", { class: "note" }, text("game.seed", { seed })),
      ),
      make("progress", { max: of, value: games, "aria-label": text("match.progress") }),
      dataTable(
        ["name", "wins", "draws", "losses", "score", "interval"].map((head) => text(`match.${head}`)),
        agents.map((agent, at) => [
          make("span", { title: agent }, opponentName(this.#app.welcome.agents, agent)),
          number(wins[at]),
          number(draws[at]),
          number(losses[at]),
          make("strong", {}, number(scores[at].score, 3)),
          scores[at].interval ? scores[at].interval.map((end) => number(end, 3)).join(" – ") : "–",
        ]),
        text("nav.match"),
      ),
      this.#bar(scores[0], agents[0]),
      faults.filter(Boolean).map((fault) => make("p", { class: "error" }, fault)),
    ];
  }

  /** The first agent's score; the middle of the bar is an even match. */
  #bar({ score, interval }, agent) {
    if (!interval) return null;
    const words = `${opponentName(this.#app.welcome.agents, agent)}: ${percent(score, 1)} (${percent(interval[0], 1)} – ${percent(interval[1], 1)})`;
    return intervalBar(score, interval, words);
  }
}
