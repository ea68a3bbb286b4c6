// Chooses an agent: a level from a list, or any spec as text, with the parser's error beside it.

import { agentName, agentNote, opponentName } from "./agent_name.js";
import { choice, freshId, make, refill } from "./elements.js";
import { text } from "./texts.js";

const OTHER = "\u0000other";

export const HUMAN = "human";
export const FRIEND = "friend";
const PEOPLE = [HUMAN, FRIEND];

/** Whether an agent can be made from its name alone. */
const isReady = ({ harmless, parameters }) =>
  harmless && parameters.split(", ").every((one) => one === "" || one.includes("="));

function listed(agents, { human, friend, analysts, levelsOnly, unfit }) {
  const offered = agents.filter((agent) => !unfit.has(agent.spec) && (!analysts || agent.analyst !== false));
  const levels = offered.filter((agent) => agent.level !== null).sort((one, other) => one.level - other.level);
  if (levelsOnly) return levels.map(({ spec }) => [spec, opponentName(agents, spec)]);
  const named = ({ spec }) => [spec, agentName(spec)];
  const isOther = (agent) => (analysts ? !agent.spec.includes(":") : agent.level === null && isReady(agent));
  const others = offered.filter((agent) => !agent.own && isOther(agent));
  return [
    ...(human ? [[HUMAN, text("seat.human")]] : []),
    ...(friend ? [[FRIEND, text("seat.friend")]] : []),
    ...offered.filter((agent) => agent.level === null && agent.own).map(named),
    ...(analysts ? [] : levels).map(({ spec }) => [spec, opponentName(agents, spec)]),
    ...others.map(named),
    [OTHER, text("seat.other")],
  ];
}

/** What to choose in place of an agent that is not offered: the level nearest to its own, else the first agent. */
export function standIn(agents, wish, offered) {
  const fitting = agents.filter((agent) => offered.includes(agent.spec));
  const wanted = agents.find((agent) => agent.spec === wish)?.level ?? Infinity;
  const levels = fitting.filter((agent) => agent.level !== null).sort((one, other) => other.level - one.level);
  const nearest = levels.find((agent) => agent.level <= wanted) ?? levels.at(-1);
  return (nearest ?? fitting[0])?.spec ?? OTHER;
}

/** The level to begin with, among those from the weakest to the strongest: the third. */
const easy = (levels) => levels[2] ?? levels.at(-1);

/** The opponent to begin with, on each screen; the first agent where a game has no levels. */
export function usualOpponent(agents) {
  const levels = agents.filter((agent) => agent.level !== null).sort((one, other) => one.level - other.level);
  return (easy(levels) ?? agents[0]).spec;
}

export class AgentChoice {
  #wish;
  #isAnother = false;
  #kinds;
  #select;
  #spec;
  #error = make("small", { class: "error", role: "alert", id: freshId("error") });
  #note = make("small", { class: "note" });
  #agents;
  #onChange;

  /**
   * @param welcome what the server says of its agents
   * @param options chosen: the spec shown at first; label; human, friend: whether the person at the page, or one who
   *   comes by a link, may be chosen; analysts: whether
   *   only agents are offered that explain themselves; levelsOnly: whether only levels are offered, in words; onChange: called with each new spec
   */
  constructor(
    welcome,
    { chosen, label, human = false, friend = false, analysts = false, levelsOnly = false, onChange = (_spec) => {} },
  ) {
    this.#agents = welcome.agents.map((agent) => ({ ...agent, own: welcome.own.includes(agent.spec) }));
    this.#onChange = onChange;
    this.#wish = chosen;
    this.#kinds = { human, friend, analysts, levelsOnly };
    const pairs = listed(this.#agents, { ...this.#kinds, unfit: new Set() });
    const isListed = pairs.some(([spec]) => spec === chosen);
    const usual = levelsOnly ? easy(pairs)?.[0] : OTHER;
    const list = make(
      "datalist",
      { id: freshId("specs") },
      this.#agents.map(({ spec }) => make("option", { value: spec })),
    );
    this.#select = choice(pairs, isListed ? chosen : usual, () => this.#changed(), { id: freshId("agent") });
    this.#spec = make("input", {
      type: "text",
      value: isListed ? "" : chosen,
      list: list.id,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-label": text("seat.spec", { label }),
      "aria-describedby": this.#error.id,
      placeholder: "ismcts:simulations=2000",
      on: { input: () => this.refuse(""), change: () => this.#onChange(this.value) },
    });
    this.element = make(
      "div",
      { class: "field" },
      make("label", { for: this.#select.id }, label),
      this.#select,
      this.#spec,
      list,
      this.#error,
      this.#note,
    );
    this.#changed(true);
  }

  /** The spec, or "human". */
  get value() {
    return this.#select.value === OTHER ? this.#spec.value.trim() : this.#select.value;
  }

  /** Offers all agents but some. If the one wished for is among them, another is chosen as long as it is. */
  leaveOut(unfit) {
    const pairs = listed(this.#agents, { ...this.#kinds, unfit });
    const isOffered = (wish) => pairs.some(([spec]) => spec === wish);
    refill(
      this.#select,
      pairs.map(([value, words]) => make("option", { value }, words)),
    );
    if (isOffered(this.#wish)) this.#select.value = this.#wish;
    else if (unfit.has(this.#wish)) {
      const offered = pairs.map(([spec]) => spec);
      this.#select.value = standIn(this.#agents, this.#wish, offered);
    } else this.#select.value = this.#kinds.levelsOnly ? easy(pairs)?.[0] : OTHER;
    this.#isAnother = unfit.has(this.#wish);
    this.#showHelp();
  }

  /** Shows what is wrong with the spec; an empty text takes it away. */
  refuse(words) {
    this.#error.textContent = words;
    if (words) this.#spec.setAttribute("aria-invalid", "true");
    else this.#spec.removeAttribute("aria-invalid");
  }

  /** What is said of the agent below its name. */
  get note() {
    return this.#note.textContent;
  }

  /** Shows that, or not, where it has been said already. */
  set saysNote(says) {
    this.#note.hidden = !says;
  }

  #changed(atFirst = false) {
    if (!atFirst) [this.#wish, this.#isAnother] = [this.#select.value, false];
    this.#showHelp();
    this.refuse("");
    if (atFirst) return;
    if (this.#wish === OTHER) this.#spec.focus();
    else this.#onChange(this.value);
  }

  #showHelp() {
    const isOther = this.#select.value === OTHER;
    this.#spec.hidden = !isOther;
    this.#select.title = isOther || PEOPLE.includes(this.#select.value) ? "" : this.#select.value;
    const another = this.#isAnother ? text("seat.another", { name: opponentName(this.#agents, this.#wish) }) : "";
    this.#note.textContent = [another, this.#help()].filter(Boolean).join(" ");
  }

  #help() {
    const spec = this.#select.value;
    if (this.#kinds.levelsOnly) return "";
    if (spec === OTHER) return text("seat.spec_note");
    if (PEOPLE.includes(spec)) return "";
    const isLevel = this.#agents.some((agent) => agent.spec === spec && agent.level !== null);
    return [isLevel ? `${agentName(spec)}.` : "", agentNote(this.#agents, spec)].filter(Boolean).join(" ");
  }
}
