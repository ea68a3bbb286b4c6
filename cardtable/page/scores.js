// Saves what each player got in the games at this table as a file for spreadsheets.

import { note } from "./announcer.js";
import { make } from "./elements.js";

const KEPT = 60_000; // milliseconds, within which a browser has surely read the file

export async function saveScores(session) {
  try {
    const { text } = await session.ask({ type: "scores" });
    const file = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    make("a", { href: file, download: "scores.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(file), KEPT);
  } catch (refusal) {
    note(refusal.message);
  }
}
