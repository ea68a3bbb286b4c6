// Chooses an agent: a level from a list, or any spec as text, with the parser's error beside it.

import { choice, freshId, make } from "./elements.js";
import { has, text } from "./texts.js";

const OTHER = "\u0000other";

export const HUMAN = "human";

/** The name of an agent for people; its spec where the texts have no other. */
export const agentName = (spec) => (has(`agent.${spec}`) ? text(`agent.${spec}`) : spec);

function listed(agents, { human, analysts }) {
  const offered = agents.filter((agent) => !analysts || agent.analyst !== false);
  const levels = offered.filter((agent) => agent.level !== null).sort((one, other) => one.level - other.level);
  const others = offered.filter((agent) => agent.level === null && (analysts || agent.own));
  return [
    ...(human ? [[HUMAN, text("seat.human")]] : []),
    ...others.map(({ spec }) => [spec, agentName(spec)]),
    ...levels.map(({ spec, level }) => [
      spec,
      analysts ? agentName(spec) : text("seat.level", { level, name: agentName(spec) }),
    ]),
    [OTHER, text("seat.other")],
  ];
}

export class AgentChoice {
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
    const pairs = listed(this.#agents, { human, analysts });
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

  set disabled(isOff) {
    this.#select.disabled = isOff;
    this.#spec.disabled = isOff;
  }

  /** Shows what is wrong with the spec; an empty text takes it away. */
  refuse(words) {
    this.#error.textContent = words;
    if (words) this.#spec.setAttribute("aria-invalid", "true");
    else this.#spec.removeAttribute("aria-invalid");
  }

  #changed(atFirst = false) {
    const isOther = this.#select.value === OTHER;
    this.#spec.hidden = !isOther;
    this.#note.textContent = this.#help();
    this.refuse("");
    if (atFirst) return;
    if (isOther) this.#spec.focus();
    else this.#onChange(this.value);
  }

  #help() {
    const spec = this.#select.value;
    if (spec === OTHER) return text("seat.spec_note");
    if (has(`agent.${spec}.note`)) return text(`agent.${spec}.note`);
    return this.#agents.find((agent) => agent.spec === spec)?.help ?? "";
  }
}
