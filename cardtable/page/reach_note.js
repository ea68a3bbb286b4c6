// What a host has to know whose server answers to this machine alone: no friend elsewhere can follow a link.

import { make } from "./elements.js";
import { text } from "./texts.js";

/** The note, with what to start instead; null where others can reach the server. */
export function reachNote({ reachable, program }) {
  if (reachable) return null;
  const command = make("code", {}, `${program} table --friends`);
  return make("p", { class: "reach" }, text("room.unreachable"), " ", command);
}
