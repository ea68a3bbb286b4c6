// Chooses an agent: a level from a list, or any spec as text, with the parser's error beside it.

import { choice, freshId, make, refill } from "./elements.js";
import { has, text } from "./texts.js";

const OTHER = "\u0000other";

export const HUMAN = "human";
export const FRIEND = "friend";

const LONGEST_NAME = 60; // characters; a record may come from anywhere

/** The name of an agent for people; its spec where the texts have no other, without its middle if it is long. */
export function agentName(spec) {
  if (has(`agent.${spec}`)) return text(`agent.${spec}`);
  const half = LONGEST_NAME / 2 - 1;
  return spec.length <= LONGEST_NAME ? spec : `${spec.slice(0, half)} … ${spec.slice(-half)}`;
}

function listed(agents, { human, analysts, unfit }) {
  const offered = agents.filter((agent) => !unfit.has(agent.spec) && (!analysts || agent.analyst !== false));
  const levels = offered.filter((agent) => agent.level !== null).sort((one, other) => one.level - other.level);
  const others = offered.filter((agent) => agent.level === null && (analysts || agent.own));
  return [
    ...(human ? [[HUMAN, text("seat.human")], [FRIEND, text("seat.friend")]] : []),
    ...others.map(({ spec }) => [spec, agentName(spec)]),
    ...levels.map(({ spec, level }) => [
      spec,
      analysts ? agentName(spec) : text("seat.level", { level, name: agentName(spec) }),
    ]),
    [OTHER, text("seat.other")],
  ];
}

/** What to choose in place of an agent that is not offered: the strongest level that is, else the first agent. */
function usual(agents, pairs) {
  const offered = new Set(pairs.map(([spec]) => spec));
  const fitting = agents.filter((agent) => offered.has(agent.spec));
  const levels = fitting.filter((agent) => agent.level !== null).sort((one, other) => other.level - one.level);
  return (levels[0] ?? fitting[0])?.spec ?? OTHER;
}

export class AgentChoice {
  #wish;
  #kinds;
  #select;
  #spec;
  #error = make("small", { class: "error", role: "alert", id: freshId("error") });
  #note = make("small", { class: "note" });
  #agents;
  #onChange;

  /**
   * @param welcome what the server says of its agents
   * @param options chosen: the spec shown at first; label; human: whether a person may be chosen; analysts: whether
   *   only agents are offered that explain themselves; onChange: called with each new spec
   */
  constructor(welcome, { chosen, label, human = false, analysts = false, onChange = () => {} }) {
    this.#agents = welcome.agents.map((agent) => ({ ...agent, own: welcome.own.includes(agent.spec) }));
    this.#onChange = onChange;
    this.#wish = chosen;
    this.#kinds = { human, analysts };
    const pairs = listed(this.#agents, { ...this.#kinds, unfit: new Set() });
    const isListed = pairs.some(([spec]) => spec === chosen);
    const list = make(
      "datalist",
      { id: freshId("specs") },
      this.#agents.map(({ spec }) => make("option", { value: spec })),
    );
    this.#select = choice(pairs, isListed ? chosen : OTHER, () => this.#changed(), { id: freshId("agent") });
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
    else this.#select.value = unfit.has(this.#wish) ? usual(this.#agents, pairs) : OTHER;
    this.#showHelp();
  }

  /** Shows what is wrong with the spec; an empty text takes it away. */
  refuse(words) {
    this.#error.textContent = words;
    if (words) this.#spec.setAttribute("aria-invalid", "true");
    else this.#spec.removeAttribute("aria-invalid");
  }

  #changed(atFirst = false) {
    this.#showHelp();
    this.refuse("");
    if (atFirst) return;
    this.#wish = this.#select.value;
    if (this.#wish === OTHER) this.#spec.focus();
    else this.#onChange(this.value);
  }

  #showHelp() {
    this.#spec.hidden = this.#select.value !== OTHER;
    this.#note.textContent = this.#help();
  }

  #help() {
    const spec = this.#select.value;
    if (spec === OTHER) return text("seat.spec_note");
    if (has(`agent.${spec}.note`)) return text(`agent.${spec}.note`);
    return this.#agents.find((agent) => agent.spec === spec)?.help ?? "";
  }
}
