// Shares the position shown: the record as text, to copy or to save, and a link that holds it.

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
  const words = make("textarea", { readonly: true, rows: 10 });
  words.value = record.text;
  const file = URL.createObjectURL(new Blob([record.text], { type: "text/plain" }));
  const close = () => {
    URL.revokeObjectURL(file);
    dialog.remove();
  };
  const dialog = make("dialog", { "aria-labelledby": "share-title", on: { close } });
  // A link needs a table of one's own to be opened at, which who has come to play with friends may not have.
  const link = session.room ? null : linkField(linkTo(record.text, record.ply ?? session.state.ply));
  const game = field(text("share.text"), words, make("small", { class: "note" }, text("share.text_note")));
  const copyText = button(text("share.copy_text"), () => copy(words), { class: link ? "" : "main" });
  dialog.append(
    make("h1", { id: "share-title" }, text(link ? "share" : "share.game")),
    ...(link ? [link, make("details", {}, make("summary", {}, text("share.text")), game, copyText)] : [game]),
    make(
      "div",
      { class: "row" },
      link ? button(text("share.copy_link"), () => copy(link.querySelector("input")), { class: "main" }) : copyText,
      make("a", { class: "button", href: file, download: "game.txt" }, text("share.save")),
      button(text("close"), () => dialog.close()),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

function linkField(value) {
  const link = make("input", { type: "text", readonly: true, value });
  return field(text("share.link"), link, make("small", { class: "note" }, text("share.link_note")));
}

/** Copies what a field holds; where the browser forbids it, the text is selected for the user to copy. */
export async function copy(control) {
  control.select();
  try {
    await navigator.clipboard.writeText(control.value);
    note(text("share.copied"));
  } catch {
    // Without TLS there is only the old way.
    note(text(document.execCommand("copy") ? "share.copied" : "share.selected"));
  }
}
