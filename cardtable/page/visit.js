// Where this page may sit: the token of its address, and the key by which it comes back to its table.

import { ofBrowser, ofTab } from "./memory.js";

const PATIENCE = 5_000; // milliseconds
const TOKEN = "table-token";

const given = new URL(location.href).searchParams;
/** The token of a link to a table with friends; null on a page that has a table of its own. */
export let SEAT = given.get("seat");

const keyName = () => (SEAT ? `table-key-${SEAT}` : "table-key");
const seatName = () => `table-seat-${SEAT}`;

const token = given.get("token") ?? ofBrowser.get(TOKEN) ?? "";

/** @type {() => Record<string, string>} what the page shows the server to be let in */
export const pass = () => (SEAT ? { seat: SEAT } : { token });

/** The key of the table where this tab has sat; null for none. */
export const key = () => ofTab.get(keyName());

/** Keeps the key of a table that has let the page in. */
export function keepKey(key) {
  ofTab.set(keyName(), key);
  if (SEAT)
    ofBrowser.set(keyName(), key); // a second tab of the same browser is the same person
  else ofBrowser.set(TOKEN, token);
}

/** Forgets a table that is gone. */
export function forgetKey() {
  ofTab.set(keyName(), null);
  if (SEAT) ofBrowser.set(keyName(), null);
}

/** Has the seat of a link from now on: the page is at its address, to which the table's link leads back. */
export function moveTo(link, key) {
  ofBrowser.set(seatName(), link);
  history.replaceState(null, "", link);
  SEAT = new URL(link, location.href).searchParams.get("seat");
  keepKey(key);
}

/** Goes to the seat that this browser has taken by the table's link that it has followed; tells whether there is one. */
export async function goesToSeat() {
  const link = SEAT && ofBrowser.get(seatName());
  if (!link) return false;
  const known = await isKnown({ seat: new URL(link, location.href).searchParams.get("seat") ?? "" });
  if (known) location.replace(link);
  else if (known === false) ofBrowser.set(seatName(), null);
  return known === true;
}

/** Whether another tab of this browser has sat in the seat of the link. */
export const sitsInAnotherTab = () => SEAT !== null && ![null, key()].includes(ofBrowser.get(keyName()));

/** Sits here in place of another tab. */
export function sitHere() {
  if (sitsInAnotherTab()) ofTab.set(keyName(), ofBrowser.get(keyName()));
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
