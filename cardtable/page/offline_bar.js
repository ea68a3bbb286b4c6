// The bar that says that there is no connection, why, and what may be done about it.

import { button, make } from "./elements.js";
import { UNKNOWN } from "./client.js";
import { text } from "./texts.js";
import { SEAT, forgetKey, mayBegin, sitHere, sitsInAnotherTab } from "./visit.js";

const again = ["closed.again", () => location.reload()];
const here = ["closed.here", sitHere];
/** A table that is gone leaves the page with no use for its address. */
const anew = ["closed.new", () => location.assign("/")];

/** Why there is no connection, and the way out: the names of their texts, and what the way does. */
async function whyEnded(code, wasIn) {
  if (code === 4008) return ["closed.flood", again];
  if (code === 4010) return ["closed.moved", here];
  if (code === 4011) return sitsInAnotherTab() ? ["closed.twice", here] : ["closed.taken", again];
  if (code === 1013) return ["closed.full", again];
  if (code !== 4012 && code !== UNKNOWN) return [wasIn ? "closed.lost" : "closed.refused", again];
  forgetKey();
  const way = (await mayBegin()) ? anew : null;
  if (code === 4012) return ["closed.over", way];
  if (!wasIn) return [SEAT ? "closed.no_seat" : "closed.no_token", way];
  return [way ? "closed.restarted" : SEAT ? "closed.restarted_ask" : "closed.restarted_open", way];
}

export class OfflineBar {
  /** @type {HTMLElement | null} */
  #shown = null;
  #words = "";

  /** Says what is waited for. */
  waits(words) {
    this.#show(words, null);
  }

  /** Says that the connection has ended for good; `wasIn` whether the page has been let in before. */
  async ends(code, wasIn) {
    this.#show(...(await whyEnded(code, wasIn)));
  }

  /** Says that the table did not wait for its page. */
  isGone() {
    this.#show("closed.gone", ["closed.new", () => location.reload()]);
  }

  hide() {
    this.#shown?.remove();
    this.#words = "";
  }

  #show(words, way) {
    if (this.#words === words) return; // said once, not at each attempt
    this.hide();
    this.#words = words;
    const out = way && [" ", button(text(way[0]), way[1], { class: "small" })];
    const shown = make("div", { class: "offline", role: "alert" }, text(words), out);
    document.body.prepend(shown);
    this.#shown = shown;
  }
}
