// Where this page may sit: the token of its address, and the key by which it comes back to its table.

import { ofBrowser, ofTab } from "./memory.js";

const PATIENCE = 5_000; // milliseconds
const TOKEN = "table-token";

const given = new URL(location.href).searchParams;
/** The token of a link to a seat; null on a page that has a table of its own. */
export const SEAT = given.get("seat");
const KEY = SEAT ? `table-key-${SEAT}` : "table-key";

const token = given.get("token") ?? ofBrowser.get(TOKEN) ?? "";

/** What the page shows the server to be let in. */
export const pass = () => (SEAT ? { seat: SEAT } : { token });

/** The key of the table where this tab has sat; null for none. */
export const key = () => ofTab.get(KEY);

/** Keeps the key of a table that has let the page in. */
export function keepKey(key) {
  ofTab.set(KEY, key);
  if (SEAT)
    ofBrowser.set(KEY, key); // a second tab of the same browser is the same person
  else ofBrowser.set(TOKEN, token);
}

/** Forgets a table that is gone. */
export function forgetKey() {
  ofTab.set(KEY, null);
  if (SEAT) ofBrowser.set(KEY, null);
}

/** Whether another tab of this browser has sat in the seat of the link. */
export const sitsInAnotherTab = () => SEAT !== null && ![null, key()].includes(ofBrowser.get(KEY));

/** Sits here in place of another tab. */
export function sitHere() {
  if (sitsInAnotherTab()) ofTab.set(KEY, ofBrowser.get(KEY));
  location.reload();
}

/** Whether the server knows what a page would show it; null if it does not answer. */
export async function isKnown(shown) {
  try {
    const answer = await fetch(`/place?${new URLSearchParams(shown)}`, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? (await answer.json()).known : null;
  } catch {
    return null;
  }
}

/** Whether this browser may have a new table here. */
export const mayBegin = async () => (await isKnown({ token: ofBrowser.get(TOKEN) ?? "" })) === true;
