// Opens game records: a file, or text that was pasted; a link to a position is text too.

import { MOST_BYTES } from "./client.js";
import { button, field, make } from "./elements.js";
import { sharedGame } from "./links.js";
import { number, text } from "./texts.js";

export class OpenScreen {
  title = "open";
  #app;
  #text = make("textarea", { spellcheck: "false", rows: 12, placeholder: text("open.placeholder") });
  #error = make("p", { class: "error", role: "alert" });

  constructor(app) {
    this.#app = app;
    const file = make("input", {
      type: "file",
      accept: ".txt,text/plain",
      class: "unseen",
      id: "file",
      on: { change: (event) => this.#readFile(event.target.files[0]) },
    });
    const picker = make("label", { class: "button main", for: "file" }, text("open.file"));
    this.element = make(
      "div",
      {
        class: "narrow stack",
        on: { dragover: (event) => event.preventDefault(), drop: (event) => this.#onDrop(event) },
      },
      make("h1", {}, text("open")),
      make(
        "section",
        { class: "box stack" },
        make("p", { class: "note" }, text("open.about")),
        make("div", { class: "row file-row" }, file, picker, this.#given()),
        field(text("open.text"), this.#text),
        this.#error,
        app.isPlaying ? make("p", { class: "note" }, text("open.ends_game")) : null,
        make(
          "div",
          { class: "row" },
          button(text("open.show"), () => this.#openText(this.#text.value), { class: "main" }),
        ),
      ),
    );
  }

  /** The button for the file of the command line. */
  #given() {
    const { file } = this.#app.welcome;
    return file?.kind === "records" ? button(file.name, () => this.#open({ file: true })) : null;
  }

  #onDrop(event) {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) this.#readFile(file);
  }

  async #readFile(file) {
    if (file.size > MOST_BYTES)
      this.#error.textContent = text("open.too_large", { name: file.name, most: number(MOST_BYTES) });
    else this.#openText(await file.text());
  }

  #openText(words) {
    const shared = sharedGame(words);
    return this.#open({ text: shared?.record ?? words }, shared?.ply);
  }

  async #open(what, ply = 0) {
    this.#error.textContent = "";
    try {
      await this.#app.open(what, ply);
    } catch (refusal) {
      this.#error.textContent = refusal.message;
    }
  }
}
