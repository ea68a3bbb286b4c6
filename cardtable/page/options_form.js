// The rules of a game as a form, made from what the server says may be given.

import { check, choice, field, make } from "./elements.js";
import { has, text } from "./texts.js";

const label = (name) => (has(`option.${name}`) ? text(`option.${name}`) : name.replaceAll("_", " "));

const valueLabel = (name, value) => (has(`option.${name}.${value}`) ? text(`option.${name}.${value}`) : value);

/** An option with its value, in words. */
function optionWords({ name, kind }, value) {
  if (kind === "flag") return value ? label(name) : text("option.off", { name: label(name) });
  return `${label(name)}: ${value === null ? text("option.none") : valueLabel(name, value)}`;
}

/** The world, in which of a puzzle all is known, and the rules that are not the usual ones, in words. */
export function variantWords(options, { open_world: isOpen, rules, puzzle = null }) {
  const special = options.filter(({ name, default: usual }) => rules[name] !== usual);
  return [
    text(isOpen || puzzle ? "setup.open" : "setup.closed"),
    ...special.map((option) => optionWords(option, rules[option.name])),
  ].join(" · ");
}

/** A control for an option; `values` holds what is chosen, where it is not the default. */
function control(option, values, onChange) {
  const { name, kind, default: usual } = option;
  const now = values[name] ?? usual;
  const set = (value) => {
    if (value === usual) delete values[name];
    else values[name] = value;
    onChange();
  };
  if (kind === "flag") return check(label(name), Boolean(now), set);
  if (kind === "choice") {
    return field(
      label(name),
      choice(
        option.choices.map((value) => [value, valueLabel(name, value)]),
        now,
        set,
      ),
    );
  }
  const isNumber = kind === "integer";
  const read = (written) => (written === "" ? usual : isNumber ? Number(written) : written);
  return field(
    label(name),
    make("input", {
      type: isNumber ? "number" : "text",
      min: option.least,
      max: option.most,
      value: now ?? "",
      placeholder: option.optional ? text("option.none") : null,
      on: { input: (event) => set(read(event.target.value.trim())) },
    }),
  );
}

/** The controls of all options; `onChange` is called after each change of the values. */
export function optionsForm(options, values, onChange) {
  const flags = options.filter((option) => option.kind === "flag");
  const others = options.filter((option) => option.kind !== "flag");
  return make(
    "div",
    { class: "stack" },
    make(
      "div",
      { class: "fields" },
      others.map((option) => control(option, values, onChange)),
    ),
    make(
      "div",
      { class: "fields" },
      flags.map((option) => control(option, values, onChange)),
    ),
  );
}
