// Lets node import the page's modules: addresses of the server become files, and a browser's parts are stood in for.

import { readFileSync } from "node:fs";
import { register } from "node:module";

const PAGE = new URL("../../../cardtable/page/", import.meta.url).href;
const hook = `export const resolve = (name, context, next) =>
  next(name.startsWith("/page/") ? ${JSON.stringify(PAGE)} + name.slice(6) : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

function storage() {
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
    clear: () => kept.clear(),
    get length() {
      return kept.size;
    },
  };
}

const browser = {
  document: { documentElement: { dataset: {} } },
  fetch: async (url) => ({ ok: true, json: async () => JSON.parse(readFileSync(url, "utf8")) }),
  sessionStorage: storage(),
  localStorage: storage(),
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  navigator: { languages: ["en"] },
};
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value });
