// The room that this browser's user has opened, so that a page beside it leads back there.

import { make } from "./elements.js";
import { ofBrowser } from "./memory.js";
import { text } from "./texts.js";
import { isKnown } from "./visit.js";

const ROOM = "table-room";

/** Keeps the link of the host of a room. */
export const keepRoom = (link) => ofBrowser.set(ROOM, link);

/** A way back to the room, shown as long as the server has it. */
export function wayToRoom() {
  const element = make("p", { class: "box", hidden: true });
  const link = ofBrowser.get(ROOM);
  if (link) showWhileKnown(element, link);
  return element;
}

async function showWhileKnown(element, link) {
  const seat = new URL(link, location.href).searchParams.get("seat") ?? "";
  const known = await isKnown({ seat });
  if (known === false) ofBrowser.set(ROOM, null);
  if (!known) return;
  element.append(text("room.own"), " ", make("a", { href: link }, text("room.own_link")));
  element.hidden = false;
}
