// The link of a table with friends: its QR code, and ways to hand it on.

import { button, field, make, refill } from "./elements.js";
import { reachNote } from "./reach_note.js";
import { copy } from "./share.js";
import { text } from "./texts.js";

export class Invitation {
  /** Open until the game begins: the link is what everybody waits for. */
  element = make("details", { class: "invitation", open: true, hidden: true });
  #app;
  #known = "";
  #hasBegun = false;

  constructor(app) {
    this.#app = app;
  }

  /** @param title what the table is called, for those who get the link */
  show(title, renew) {
    const { room } = this.#app.session;
    const { begun, host, invitation } = room;
    this.element.hidden = invitation === null;
    if (begun && !this.#hasBegun) this.element.open = false;
    this.#hasBegun = begun;
    if (!invitation || this.#known === invitation.link) return; // what is chosen there stays so
    this.#known = invitation.link;
    const address = new URL(invitation.link, location.origin).href;
    const words = make("input", { type: "text", readonly: true, value: address, on: { focus: () => words.select() } });
    refill(
      this.element,
      make("summary", {}, text("room.invite")),
      make(
        "div",
        { class: "stack" },
        reachNote(this.#app.welcome),
        make("img", { class: "qr", src: invitation.qr, alt: text("room.qr") }),
        field(text("room.link"), words, make("small", { class: "note" }, text("room.link_note"))),
        make(
          "div",
          { class: "row" },
          this.#sharing(address, title, words),
          host ? button(text("room.revoke"), () => renew(), { class: "small" }) : null,
        ),
      ),
    );
  }

  /** The phone's own way to send a link, where there is one: browsers have it behind TLS alone. */
  #sharing(url, title, words) {
    if (!navigator.share) return button(text("share.copy_link"), () => copy(words), { class: "main" });
    const send = () => navigator.share({ title, url }).catch(() => {}); // thought better of
    return [
      button(text("room.send"), send, { class: "main" }),
      button(text("share.copy_link"), () => copy(words), { class: "small" }),
    ];
  }
}
