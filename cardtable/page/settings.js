// What the user has chosen, kept in the browser between visits.

const KEY = "table-settings";
const DEFAULTS = {
  language: "",
  theme: "auto",
  motion: true,
  sounds: null,
  suits: "two",
  level: "",
  seats: 2,
  length: "",
  people: [],
  met: [],
};

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {}; // a browser that keeps nothing, or something else under this key
  }
}

export const settings = { ...DEFAULTS, ...stored() };

const watchers = new Set();

/** Calls the function after each change. */
export function onSetting(watcher) {
  watchers.add(watcher);
}

/** Changes one setting and keeps it. */
export function change(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // the choice holds until the page closes
  }
  apply();
  for (const watcher of watchers) watcher(name);
}

/** Writes the settings that style sheets read to the root element. */
export function apply() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.suits = settings.suits;
  root.dataset.motion = moves() ? "on" : "off";
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
calm.addEventListener("change", apply);

/** Whether cards are animated: the user wants it, and the system does not ask for less motion. */
export const moves = () => settings.motion && !calm.matches;
