// The names of agents for people: the word of a level, else what the agent is and its parameters in words.

import { has, number, text } from "./texts.js";

const LONGEST_NAME = 60; // characters; a record may come from anywhere
const WORDS = 8; // for levels, from the weakest to the strongest

/** What an agent is, such as "Tree search, 500 simulations"; its spec where the texts have no name for it. */
export function agentName(spec) {
  const [kind, parameters] = spec.split(/:(.*)/s);
  const known = has(`agent.${kind}`);
  return shortened(known ? [text(`agent.${kind}`), ...inWords(parameters)].join(", ") : spec);
}

/** The name of an agent at a table: that of its level in words, if it is one of the game's levels. */
export function opponentName(agents, spec) {
  const levels = agents.filter((agent) => agent.level !== null).length;
  const level = agents.find((agent) => agent.spec === spec)?.level ?? null;
  if (level === null) return agentName(spec);
  return text(`level.${1 + Math.round(((level - 1) * (WORDS - 1)) / Math.max(1, levels - 1))}`);
}

/** What is said of an agent below its name: by the texts, else by the server; empty for nothing. */
export function agentNote(agents, spec) {
  const keys = [spec, spec.split(":")[0]].map((one) => `agent.${one}.note`);
  const key = keys.find(has);
  return key ? text(key) : (agents.find((agent) => agent.spec === spec)?.help ?? "");
}

function inWords(parameters) {
  return parameters ? pieces(parameters).map(parameterInWords) : [];
}

/** A text split at the commas outside parentheses. */
function pieces(given) {
  const found = [""];
  let depth = 0;
  for (const sign of given) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (sign === "," && depth === 0) found.push("");
    else found[found.length - 1] += sign;
  }
  return found;
}

function parameterInWords(given) {
  const [name, value = ""] = given.split(/=(.*)/s);
  if (has(`parameter.${name}.${value}`)) return text(`parameter.${name}.${value}`);
  if (!has(`parameter.${name}`)) return given.replace("=", " ");
  const count = Number(value);
  const digits = value.split(".")[1]?.length ?? 0;
  return text(`parameter.${name}`, { count, value: Number.isNaN(count) ? value : number(count, digits) });
}

/** A name without its middle if it is long. */
function shortened(name) {
  const half = LONGEST_NAME / 2 - 1;
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, half)} … ${name.slice(-half)}`;
}
