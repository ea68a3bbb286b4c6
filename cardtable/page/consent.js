// The wish of somebody at a table with friends to take a move back, and what one may say to it.

import { Asker } from "./asker.js";
import { button, make, refresh } from "./elements.js";
import { text } from "./texts.js";

export class Consent {
  element = make("div", { class: "row", role: "group" });
  #app;
  #asker;

  constructor(app) {
    this.#app = app;
    this.#asker = new Asker(app.session);
  }

  onRoom() {
    const { undo, you } = this.#app.session.room;
    if (undo === null) refresh(this.element, null);
    else if (undo.by === you) refresh(this.element, make("span", {}, text("room.undo_waits")));
    else refresh(this.element, this.#words(undo.by), undo.waits_for.includes(you) ? this.#answers(undo) : null);
  }

  #words(by) {
    return make("span", {}, text("room.undo_wish", { name: this.#app.names()[by] }));
  }

  #answers({ number: wish }) {
    const say = (agree) => () => this.#asker.ask({ type: "agree", agree, wish });
    return [
      button(text("room.agree"), say(true), { class: "small main", dataset: { wish } }),
      button(text("room.decline"), say(false), { class: "small", dataset: { wish } }),
    ];
  }
}
