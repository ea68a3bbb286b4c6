// What the server gets ready before it can answer: an agent, or the game. What is ready at once is not spoken of.

import { opponentName } from "./agent_name.js";
import { make } from "./elements.js";
import { text } from "./texts.js";

const AT_ONCE = 300; // milliseconds

export class ProgressLine {
  element = make("div", { class: "getting-ready", role: "status" });
  #agents;
  #timer = 0;

  constructor(welcome) {
    this.#agents = welcome.agents;
  }

  onProgress({ agent, done }) {
    this.clear();
    if (done) return;
    const words = agent ? text("progress.agent", { agent: opponentName(this.#agents, agent) }) : text("progress.game");
    this.#timer = setTimeout(() => this.#show(words), AT_ONCE);
  }

  clear() {
    clearTimeout(this.#timer);
    this.element.replaceChildren();
  }

  #show(words) {
    this.element.replaceChildren(make("p", { class: "note" }, words), make("progress", { "aria-label": words }));
  }
}
