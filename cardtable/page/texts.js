// All words of the page: one file for each language, here and beside the module of each game.

import { settings } from "./settings.js";

export const LANGUAGES = { en: "English", ru: "Русский" };

let words = {};
let plurals = new Intl.PluralRules("en");

/** The language of the settings, else the first of the browser's that there is. */
export function language() {
  if (settings.language in LANGUAGES) return settings.language;
  const wanted = navigator.languages.map((tag) => tag.split("-")[0]);
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

/**
 * Loads the texts of the chosen language from each folder; a later folder's texts come first.
 * Fails with the status of the answer as the cause if the server does not give a file.
 */
export async function loadTexts(folders) {
  const files = await Promise.all(folders.map((folder) => fetchJson(new URL(`${language()}.json`, folder))));
  words = Object.assign({}, ...files);
  plurals = new Intl.PluralRules(language());
  document.documentElement.lang = language();
}

async function fetchJson(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`, { cause: answer.status });
  return answer.json();
}

/** Whether there is a text. */
export const has = (key) => key in words;

/** What the names of the texts that begin with some words end with, in the order of their file. */
export const keysOf = (start) =>
  Object.keys(words).flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []));

/**
 * A text with its {gaps} filled. A text for several numbers is an object of plural forms, chosen by `values.count`.
 */
export function text(key, values = {}) {
  let found = words[key];
  if (found === undefined) return key;
  if (typeof found === "object") found = found[plurals.select(values.count)] ?? found.other;
  return found.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? String(values[name]) : gap));
}

/** Some words, of which one may be chosen. */
export const eitherOf = (some) => new Intl.ListFormat(language(), { type: "disjunction" }).format(some);

/** Some words, all of which are meant. */
export const allOf = (some) => new Intl.ListFormat(language(), { type: "conjunction" }).format(some);

/** A number as the language writes it. */
export function number(value, digits = 0) {
  return value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A share from 0 to 1 as percent. */
export const percent = (share, digits = 0) => `${number(100 * share, digits)}${language() === "ru" ? "\u00a0" : ""}%`;
