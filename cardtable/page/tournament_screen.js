// A tournament's store, read while it grows: crosstable, ratings, games to open.

import { agentName } from "./agent_name.js";
import { dataTable } from "./data_table.js";
import { button, choice, field, make, refill } from "./elements.js";
import { intervalBar } from "./interval_bar.js";
import { number, text } from "./texts.js";

export class TournamentScreen {
  title = "nav.tournament";
  #app;
  #host = make("div", { class: "stack" });
  #error = make("p", { class: "error", role: "alert" });
  #match = "0";
  #game = make("input", { type: "number", min: 1, value: 1 });

  constructor(app) {
    this.#app = app;
    this.element = make(
      "div",
      { class: "narrow stack tournament" },
      make("h1", {}, text("nav.tournament")),
      this.#error,
      this.#host,
    );
    this.#refresh();
    this.#draw();
  }

  async #refresh(more = {}) {
    try {
      await this.#app.session.ask({ type: "tournament", ...more });
    } catch (refusal) {
      this.#error.textContent = refusal.message;
    }
  }

  onBack() {
    this.#refresh(this.#app.tournament?.variant ? { variant: this.#app.tournament.variant } : {});
  }

  onTournament() {
    this.#draw();
  }

  #draw() {
    const { tournament } = this.#app;
    refill(
      this.#host,
      tournament
        ? [
            this.#head(tournament),
            this.#failed(tournament),
            this.#strengths(tournament),
            this.#ratings(tournament),
            this.#crosstable(tournament),
            this.#games(tournament),
          ]
        : make("p", { class: "note" }, text("tournament.begins")),
    );
  }

  #head({ name, matches, variant, variants }) {
    const games = matches.reduce((sum, match) => sum + match.games, 0);
    const show = (other) => this.#refresh({ variant: other });
    return [
      make(
        "p",
        { class: "note", role: "status" },
        `${name}: ${text("tournament.games", { count: games, games: number(games) })} · ${text("tournament.live")}`,
      ),
      variants.length > 1
        ? field(
            text("tournament.variant"),
            choice(
              variants.map((one) => [one, one]),
              variant,
              show,
              { dataset: { key: "variant" } },
            ),
          )
        : null,
    ];
  }

  #failed({ failed }) {
    return failed.map(({ agent, failed: lost, games }) =>
      make(
        "p",
        { class: "note" },
        text("tournament.failed", {
          agent: agentName(agent),
          failed: number(lost),
          count: games,
          games: number(games),
        }),
      ),
    );
  }

  #strengths({ strengths }) {
    if (!strengths) return null;
    const heads = ["agent", "strength", "interval", "return"];
    const scale = scaleOf(strengths);
    return make(
      "section",
      { class: "box" },
      make("h2", {}, text("tournament.whole")),
      dataTable(
        heads.map((head) => text(`tournament.${head}`)),
        strengths.map(({ agent, strength, interval, return: paid, return_interval: [low, high] }, at) => [
          place(at, agent),
          signed(strength),
          ratingBar(strength, interval, scale),
          `${number(paid, 3)} ±${number((high - low) / 2, 3)}`,
        ]),
        text("tournament.whole"),
      ),
    );
  }

  #ratings({ ratings }) {
    if (!ratings) return null;
    const heads = ["agent", "elo", "interval", "score"];
    const scale = scaleOf(ratings);
    return make(
      "section",
      { class: "box" },
      make("h2", {}, text("tournament.ratings")),
      dataTable(
        heads.map((head) => text(`tournament.${head}`)),
        ratings.map(({ agent, elo, interval, score }, at) => [
          place(at, agent),
          signed(elo),
          interval ? ratingBar(elo, interval, scale) : "–",
          number(score, 3),
        ]),
        text("tournament.ratings"),
      ),
    );
  }

  #crosstable({ agents, crosstable }) {
    return make(
      "section",
      { class: "box" },
      make("h2", {}, text("tournament.crosstable")),
      dataTable(
        [text("tournament.agent"), ...agents.map((_, at) => String(at + 1))],
        agents.map((agent, row) => [
          place(row, agent),
          ...crosstable[row].map((cell) =>
            cell ? make("span", { class: "score-cell", vars: { "--value": cell.score } }, scoreWords(cell)) : "",
          ),
        ]),
        text("tournament.crosstable"),
      ),
    );
  }

  #games({ matches }) {
    const played = matches.filter((match) => match.games > 0);
    if (played.length === 0) return null;
    const pairs = played.map(({ match, agents, games }) => [
      String(match),
      text("tournament.match", { agents: agents.map(agentName).join(" – "), games: number(games) }),
    ]);
    if (!pairs.some(([match]) => match === this.#match)) this.#match = pairs[0][0];
    this.#game.max = played.find(({ match }) => String(match) === this.#match).games;
    return make(
      "section",
      { class: "box stack" },
      make("h2", {}, text("tournament.open")),
      make(
        "div",
        { class: "fields" },
        field(
          text("tournament.which"),
          choice(pairs, this.#match, (match) => ((this.#match = match), this.#draw()), { dataset: { key: "match" } }),
        ),
        field(text("tournament.game"), this.#game),
      ),
      make(
        "div",
        { class: "row" },
        button(text("open.show"), () => this.#open(), { class: "main", dataset: { key: "open" } }),
      ),
    );
  }

  async #open() {
    this.#error.textContent = "";
    try {
      await this.#app.start({
        type: "tournament_game",
        match: Number(this.#match),
        game: Number(this.#game.value) - 1,
      });
    } catch (refusal) {
      this.#error.textContent = refusal.message;
    }
  }
}

/** An agent with its place in a list. */
const place = (at, agent) => make("span", { title: agent }, `${at + 1} ${agentName(agent)}`);

const scoreWords = ({ score, interval }) =>
  number(score, 3) + (interval ? ` ±${number((interval[1] - interval[0]) / 2, 3)}` : "");

/** The lowest and the highest end of the intervals that are known. */
function scaleOf(rows) {
  const ends = rows.flatMap(({ interval }) => interval ?? []).filter((end) => end !== null);
  return [Math.min(...ends), Math.max(...ends)];
}

/** The interval of a rating as a bar on the scale of all, and in figures; an end that is unknown has none. */
function ratingBar(rating, interval, scale) {
  const [least, most] = scale;
  const words = interval.map((end) => (end === null ? "…" : signed(end))).join(" … ");
  if (interval.includes(null)) return words;
  const place = (value) => (value - least) / (most - least || 1);
  return make("span", { class: "rated" }, intervalBar(place(rating), interval.map(place), words), words);
}

const signed = (elo) => (elo >= 0 ? "+" : "−") + number(Math.abs(elo));
