// A table of figures, which scrolls where it is too wide.

import { make } from "./elements.js";

/** Each row begins with its head; cells are texts or elements. */
export function dataTable(heads, rows, label) {
  return make(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    make(
      "table",
      {},
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          heads.map((head) => make("th", { scope: "col" }, head)),
        ),
      ),
      make(
        "tbody",
        {},
        rows.map(([head, ...cells]) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, head),
            cells.map((cell) => make("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}
