// An agent that has failed: its error, and another agent to go on with.

import { AgentChoice } from "./agent_choice.js";
import { button, make, refill } from "./elements.js";
import { offerFor } from "./offer.js";
import { text } from "./texts.js";

export class FailureBox {
  #app;
  #shown = "";
  element = make("div", {});

  constructor(app) {
    this.#app = app;
  }

  onState() {
    const failed = this.#app.session.state.players.filter((player) => player.error);
    const key = JSON.stringify(failed);
    if (key === this.#shown) return;
    this.#shown = key;
    refill(
      this.element,
      failed.map((player) => this.#failure(player)),
    );
  }

  #failure({ seat, error }) {
    const name = this.#app.names()[seat];
    const choice = new AgentChoice(this.#app.welcome, {
      chosen: this.#app.welcome.adviser ?? this.#app.welcome.agents[0].spec,
      label: text("failure.with"),
      human: true,
    });
    offerFor(this.#app).to([choice]);
    const goOn = async () => {
      try {
        await this.#app.session.ask({ type: "seat", seat, agent: choice.value });
      } catch (refusal) {
        choice.refuse(refusal.message);
      }
    };
    return make(
      "section",
      { class: "box alert", role: "alert" },
      make("h2", {}, text("failure", { name })),
      make("p", {}, text("failure.about")),
      make("div", { class: "row" }, choice.element, button(text("failure.go_on"), goOn, { class: "main" })),
      make(
        "details",
        {},
        make("summary", {}, text("failure.error")),
        make("pre", { class: "mono", tabindex: 0 }, error),
      ),
    );
  }
}
