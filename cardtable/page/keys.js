// Keys by what is printed on them. A layout without Latin letters, such as the Russian one, prints both on each key.

/** The Latin letter of a key, in lower case; null if it has none. */
export function letterOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1].toLowerCase() ?? null;
}

/** The digit of a key, also where it takes Shift to type it; null if it has none. */
export function digitOf({ key, code, shiftKey }) {
  if (/^\d$/.test(key)) return key;
  return shiftKey ? null : (/^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? null);
}
