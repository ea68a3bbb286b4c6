// Lets node import the page's modules: addresses of the server become files, and a browser's parts are stood in for.

import { readFileSync } from "node:fs";
import { register } from "node:module";

const PAGE = new URL("../../../cardtable/page/", import.meta.url).href;
const hook = `export const resolve = (name, context, next) =>
  next(name.startsWith("/page/") ? ${JSON.stringify(PAGE)} + name.slice(6) : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const browser = {
  document: { documentElement: { dataset: {} } },
  fetch: async (url) => ({ ok: true, json: async () => JSON.parse(readFileSync(url, "utf8")) }),
  sessionStorage: {
    kept: null,
    getItem() {
      return this.kept;
    },
    setItem(_, text) {
      this.kept = text;
    },
  },
  localStorage: { getItem: () => null, setItem() {} },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  navigator: { languages: ["en"] },
};
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value });
