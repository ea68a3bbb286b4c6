// Makes elements. Text goes in as text nodes only, so nothing that a record or an agent says can become markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "vars") for (const [key, number] of Object.entries(value)) element.style.setProperty(key, number);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "selected")
      element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An HTML element; attributes that are null, undefined or false are left out, and so are such children. */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element, with attributes and children as those of `make`. */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A button that does not submit forms. */
export function button(label, onClick, attributes = {}) {
  const { class: look = "", ...rest } = attributes;
  return make("button", { type: "button", class: `button ${look}`.trim(), ...rest, on: { click: onClick } }, label);
}

/** Replaces the children of a host and keeps the focus on the element with the same `data-key`. */
export function refill(host, ...children) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const key = host.contains(focused) ? focused.dataset.key : undefined;
  host.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  if (key === undefined) return;
  const kept = /** @type {HTMLElement | null} */ (host.querySelector(`[data-key="${CSS.escape(key)}"]`));
  kept?.focus({ preventScroll: true });
}

/**
 * Replaces the children of a host if they look different, so that a pressed button or an open list survives updates.
 *
 * Controls that stay keep their handlers, which must therefore read the current state. Fields need an id.
 */
export function refresh(host, ...children) {
  const drawn = make("div", {}, ...children);
  if (looks(drawn) !== looks(host)) refill(host, ...drawn.childNodes);
}

/** What is seen of the children; what is chosen is no part of their markup. */
function looks(host) {
  const controls = /** @type {HTMLInputElement[]} */ ([...host.querySelectorAll("input, select")]);
  return JSON.stringify([host.innerHTML, controls.map(({ value, checked }) => [value, checked])]);
}

let numbers = 0;

/** An id that no other element has. */
export function freshId(stem) {
  numbers += 1;
  return `${stem}-${numbers}`;
}

/**
 * A label above a control; the control gets an id if it has none.
 * @param {any} note what stands below
 */
export function field(label, control, note = null) {
  const input = control.matches("input, select, textarea") ? control : control.querySelector("input, select, textarea");
  input.id ||= freshId("field");
  return make("div", { class: "field" }, make("label", { for: input.id }, label), control, note);
}

/** A select of [value, text] pairs. */
export function choice(pairs, chosen, onChange, attributes = {}) {
  const options = pairs.map(([value, text]) => make("option", { value, selected: value === chosen }, text));
  return make("select", { ...attributes, on: { change: (event) => onChange(event.target.value) } }, options);
}

/** A checkbox with its text at its right. */
export function check(label, checked, onChange, attributes = {}) {
  const box = make("input", {
    type: "checkbox",
    checked,
    ...attributes,
    on: { change: (event) => onChange(event.target.checked) },
  });
  return make("label", { class: "check" }, box, make("span", {}, label));
}
