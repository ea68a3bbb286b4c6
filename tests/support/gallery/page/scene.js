// A scene: the table's page as it is served, but its WebSocket tells what was recorded, and it keeps nothing.

const LONG = 2000; // milliseconds
const asked = new URLSearchParams(location.search);

/** Waits for an element. */
async function found(selector) {
  for (;;) {
    const element = document.querySelector(selector);
    if (element) return element;
    await new Promise(requestAnimationFrame);
  }
}

function storeOf(kept) {
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
}

/** A WebSocket that tells what was recorded, and answers as it was answered; once it is closed none opens again. */
function recorded({ messages, replies }) {
  return class RecordedSocket extends EventTarget {
    static OPEN = 1;
    static now = null;
    static isDown = false;
    readyState = 1;

    constructor() {
      super();
      RecordedSocket.now = this;
      setTimeout(() => {
        if (RecordedSocket.isDown) return this.close(1006);
        this.dispatchEvent(new Event("open"));
        for (const message of messages) this.tell(message);
      });
    }

    tell(message) {
      this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
    }

    send(words) {
      const { type, id } = JSON.parse(words);
      const answers = type === "ping" ? [{ type: "pong" }] : (replies[type] ?? []);
      setTimeout(() => answers.forEach((answer) => this.tell({ ...answer, answers: id })));
    }

    close(code) {
      this.readyState = 3;
      RecordedSocket.isDown = true;
      this.dispatchEvent(new CloseEvent("close", { code }));
    }
  };
}

/** Lets time stand still, so that a scene stays as it is: clocks do not run, and notes do not go after some seconds. */
function stopTime() {
  const [now, later] = [Date.now(), window.setTimeout];
  Date.now = () => now;
  window.setTimeout = (act, wait = 0) => (wait < LONG ? later(act, wait) : 0);
}

/** Loads the page's styles and its first module, by the names of its own first answer. */
async function load(game) {
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = JSON.stringify({ imports: { "/page/": "./page/", "/game/": `./${game}/` } });
  document.head.append(map);
  const page = new DOMParser().parseFromString(await (await fetch("page/index.html")).text(), "text/html");
  for (const link of page.querySelectorAll("link[rel=stylesheet]")) {
    link.setAttribute("href", `.${link.getAttribute("href")}`);
    document.head.append(document.adoptNode(link));
  }
  await import("/page/app.js");
}

/** Writes everything in letters of the gallery's own, which are the same on every machine. */
async function useOwnLetters() {
  const faces = { 400: "DejaVuSans", 700: "DejaVuSans-Bold" };
  for (const [weight, file] of Object.entries(faces))
    document.fonts.add(await new FontFace("Own", `url(fonts/${file}.ttf)`, { weight }).load());
  const style = document.createElement("style");
  style.textContent = "*, .card-picture text { font-family: Own !important }";
  document.head.append(style);
}

async function begin() {
  const scene = await (await fetch(`${encodeURIComponent(asked.get("name"))}.json`)).json();
  const chosen = { motion: false, theme: asked.get("theme") ?? "auto", language: asked.get("language") ?? "" };
  const settings = JSON.stringify({ ...chosen, ...scene.settings });
  for (const store of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, store, { value: storeOf(new Map([["table-settings", settings]])) });
  const RecordedSocket = recorded(scene);
  stopTime();
  window.WebSocket = RecordedSocket;
  history.replaceState(null, "", scene.place || location.href);
  if (asked.has("letters")) await useOwnLetters();
  await load(scene.game);
  await found("body[data-ready]");
  for (const [kind, what] of scene.steps) {
    if (kind === "click") (await found(what)).click();
    else RecordedSocket.now[kind](what);
  }
  await Promise.all(scene.shows.map(found));
  document.documentElement.dataset.shown = "yes";
}

begin();
