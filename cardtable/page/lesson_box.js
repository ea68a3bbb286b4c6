// A rule explained when it first comes up; the game says which, and each is shown until it has been read.

import { button, make, refill } from "./elements.js";
import { change, settings } from "./settings.js";
import { text } from "./texts.js";

export class LessonBox {
  element = make("div", { class: "lesson", role: "note", hidden: true });
  #app;

  constructor(app) {
    this.#app = app;
  }

  onState() {
    const { session, game } = this.#app;
    const known = game.lessons?.(session.state) ?? [];
    const lesson = session.isLookingBack ? undefined : known.find((one) => !settings.met.includes(one));
    this.element.hidden = lesson === undefined;
    if (lesson === undefined) return;
    const learnt = () => {
      change("met", [...settings.met, lesson]);
      this.onState();
    };
    refill(
      this.element,
      make("span", {}, text(lesson)),
      button(text("lesson.read"), learnt, { class: "small", dataset: { key: lesson } }),
    );
  }
}
