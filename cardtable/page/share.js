// Shares the position shown: the record as text, and a link that holds it.

import { note } from "./announcer.js";
import { button, field, make } from "./elements.js";
import { linkTo } from "./links.js";
import { text } from "./texts.js";

export async function shareDialog(session) {
  let record;
  try {
    record = await session.ask({ type: "record" });
  } catch (refusal) {
    note(refusal.message);
    return;
  }
  const link = make("input", {
    type: "text",
    readonly: true,
    value: linkTo(record.text, record.ply ?? session.state.ply),
  });
  const words = make("textarea", { readonly: true, rows: 10 });
  words.value = record.text;
  const dialog = make("dialog", { "aria-labelledby": "share-title", on: { close: () => dialog.remove() } });
  dialog.append(
    make("h1", { id: "share-title" }, text("share")),
    field(text("share.link"), link, make("small", { class: "note" }, text("share.link_note"))),
    make(
      "details",
      {},
      make("summary", {}, text("share.text")),
      field(text("share.text"), words),
      button(text("share.copy_text"), () => copy(words)),
    ),
    make(
      "div",
      { class: "row" },
      button(text("share.copy_link"), () => copy(link), { class: "main" }),
      button(text("close"), () => dialog.close()),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** Copies what a field holds; where the browser forbids it, the text is selected for the user to copy. */
async function copy(control) {
  control.select();
  try {
    await navigator.clipboard.writeText(control.value);
    note(text("share.copied"));
  } catch {
    note(text("share.selected"));
  }
}
