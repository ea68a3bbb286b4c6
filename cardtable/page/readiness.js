// Whether the next game at a table with friends may begin, as each person there says.

import { button } from "./elements.js";
import { text } from "./texts.js";

/** The button by which one is ready, or no more; the host has one to begin without those who are not. */
export function readyButtons(session, asker) {
  const { ended, host, places, ready, you } = session.room;
  if (you === null && !host) return null;
  const othersAreNot = places.some((place) => place.here && !place.ready && place.seat !== you);
  const say = () => asker.ask({ type: "ready", ready: !session.room.ready });
  return [
    host && ended && othersAreNot
      ? button(text("room.begin_now"), () => asker.ask({ type: "again" }), {
          class: "small",
          dataset: { key: "begin" },
        })
      : null,
    !ended && ready
      ? null
      : button(text(readyWords(ended, ready)), say, { class: ready ? "" : "main", dataset: { key: "once-more" } }),
  ];
}

const readyWords = (ended, ready) => (!ended ? "room.begin" : ready ? "room.is_ready" : "room.be_ready");
