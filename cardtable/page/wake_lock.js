// Keeps the screen of a phone on while a game with friends goes on, where browsers allow it: over https.

let isWanted = false;
/** @type {Promise<WakeLockSentinel | null> | null} */
let held = null;

/** Keeps the screen on from now on, or no more. */
export function keepAwake(wanted) {
  if (wanted === isWanted) return;
  if (!isWanted) document.addEventListener("visibilitychange", hold);
  else document.removeEventListener("visibilitychange", hold);
  isWanted = wanted;
  if (wanted) hold();
  else letGo();
}

/** Asks for the lock; the browser takes it from a page that is hidden. */
function hold() {
  if (document.hidden) held = null;
  else held ??= navigator.wakeLock?.request("screen").catch(() => null) ?? null; // a phone may save its battery
}

async function letGo() {
  const lock = await held;
  held = null;
  await lock?.release();
}
