// The bar at the top: where to go, and the settings.

import { button, check, choice, draw, field, make, refill } from "./elements.js";
import { showShortcuts } from "./help.js";
import { showRules } from "./rules_dialog.js";
import { suitSign } from "./cards.js";
import { change, settings } from "./settings.js";
import { hasSounds } from "./sounds.js";
import { LANGUAGES, language, text } from "./texts.js";

export class Bar {
  element = make("header", { class: "bar" });
  #app;

  constructor(app) {
    this.#app = app;
    this.draw();
  }

  draw() {
    const isAlone = !this.#app.welcome.room;
    const { rules } = this.#app.game;
    const explain = () => showRules(rules, this.#app.options);
    const places = isAlone && [
      "play",
      "replay",
      "watch",
      "match",
      ...(this.#app.welcome.file?.kind === "tournament" ? ["tournament"] : []),
    ];
    refill(
      this.element,
      make(
        "a",
        { class: "brand", href: "#start", "aria-label": this.#app.gameName },
        suitSign("s"),
        make("span", {}, this.#app.gameName),
      ),
      make(
        "nav",
        { "aria-label": text("nav") },
        places && places.map((place) => make("a", { href: `#${place}`, dataset: { place } }, text(`nav.${place}`))),
      ),
      rules ? button(text("rules"), explain, { class: "plain small" }) : null,
      button(slidersSign(), () => this.#showSettings(), {
        class: "plain small",
        "aria-label": text("settings"),
        title: text("settings"),
      }),
      button("?", () => showShortcuts(this.#app.game.keys), {
        class: "plain small for-keys",
        "aria-label": text("help"),
      }),
    );
    this.mark(location.hash);
  }

  /** Marks the place that is shown. Who plays already comes by "Play" to the first screen. */
  mark(hash) {
    const given = hash.slice(1).split("/")[0];
    const place = ["", "start"].includes(given) ? "play" : given;
    for (const link of this.element.querySelectorAll("nav a")) {
      if (link.dataset.place === place) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
      if (link.dataset.place === "play") link.href = place === "play" ? "#start" : "#play";
    }
  }

  #showSettings() {
    const dialog = make("dialog", { "aria-labelledby": "settings-title", on: { close: () => dialog.remove() } });
    const languages = Object.entries(LANGUAGES);
    const pairs = (name, ...values) => values.map((value) => [value, text(`settings.${name}.${value}`)]);
    const speak = (value) => {
      dialog.close();
      change("language", value);
    };
    dialog.append(
      make("h1", { id: "settings-title" }, text("settings")),
      make(
        "div",
        { class: "fields" },
        field(text("settings.language"), choice(languages, language(), speak)),
        field(
          text("settings.theme"),
          choice(pairs("theme", "auto", "light", "dark"), settings.theme, (value) => change("theme", value)),
        ),
        field(
          text("settings.suits"),
          choice(pairs("suits", "two", "four"), settings.suits, (value) => change("suits", value)),
        ),
      ),
      check(text("settings.motion"), settings.motion, (value) => change("motion", value)),
      check(text("settings.sounds"), hasSounds(Boolean(this.#app.welcome.room)), (value) => change("sounds", value)),
      make(
        "div",
        { class: "row" },
        button(text("close"), () => dialog.close(), { class: "main" }),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  }
}

/** Three sliders, the sign of settings. */
const slidersSign = () =>
  draw(
    "svg",
    { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("path", { d: "M3 6h9m4 0h5M3 12h3m4 0h11M3 18h11m4 0h3M14 3.5v5M8 9.5v5M16 15.5v5" }),
  );
