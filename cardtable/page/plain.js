// The table of a game that brings no module of its own: its view as lines of text, and a button for each legal action.

import { button, make, refill } from "./elements.js";
import { showHint } from "./hints.js";
import { waitsWords } from "./seats.js";
import { text } from "./texts.js";

export const texts = null;
export const styles = [];
export const keys = [];

class PlainBoard {
  #act;
  /** @type {any} */
  #state = null;
  #lines = make("pre", { class: "plain-lines", tabindex: 0 });
  #actions = make("div", { class: "row plain-actions", role: "group" });

  constructor(host, { act }) {
    this.#act = act;
    host.append(make("div", { class: "box stack" }, this.#lines, this.#actions));
  }

  show(state) {
    this.#state = state;
    const { lines } = state.view;
    this.#lines.textContent = lines ? lines.join("\n") : JSON.stringify(state.view, null, 2);
    this.#draw();
  }

  hint(hints) {
    for (const button of this.#actions.children) showHint(button, hints.get(Number(button.dataset.action)));
  }

  /** Arrows choose among the buttons. */
  key(event) {
    const buttons = [...this.#actions.querySelectorAll("button")];
    if (!["ArrowLeft", "ArrowRight"].includes(event.key) || buttons.length === 0) return false;
    const at = buttons.indexOf(document.activeElement) + (event.key === "ArrowLeft" ? -1 : 1);
    buttons.at(at % buttons.length).focus();
    return true;
  }

  #draw() {
    this.#actions.setAttribute("aria-label", text("plain.actions"));
    const legal = this.#state.yours ? this.#state.legal : [];
    refill(
      this.#actions,
      legal.map(({ action, text: words }, place) =>
        button(words, () => this.#act(action), { dataset: { key: `action-${place}`, action } }),
      ),
    );
  }
}

export const createBoard = (host, actions) => new PlainBoard(host, actions);

export function status({ returns, yours, to_move: mover }, names) {
  if (returns) return text("plain.over", { returns: names.map((name, seat) => `${name} ${returns[seat]}`).join(", ") });
  return yours ? text("plain.your_turn") : waitsWords(names[mover] ?? "");
}

export const plyMarks = ({ text: words }) => [words];
export const opensLine = ({ ply }) => ply % 10 === 1;
export const eventWords = ({ text: words, seat }, names) => (words ? `${names[seat]}: ${words}` : "");
