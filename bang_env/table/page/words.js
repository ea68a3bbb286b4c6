// Bang! in words: what is to be done, what has happened, how a ply is written.

import { ownSeat, waitsWords } from "/page/seats.js";
import { allOf, has, text } from "/page/texts.js";
import { cardName, cardSign, kindName, kindOf } from "./pictures.js";

/** What is to be done now, in a line above the table. */
export function status(state, names) {
  if (state.returns) return outcome(state, names);
  if (!state.yours || state.to_move !== state.near) return waitsWords(names[state.to_move] ?? "");
  const { phase, cause, source, seats } = state.view;
  const values = {
    name: names[source] ?? "",
    card: kindName(cause),
    count: excess(state),
    lives: seats[state.near].lives,
  };
  const isOver = (phase === "playing" || phase === "discarding") && values.count > 0;
  const turn = phase === "shot" || phase === "dying" ? `${phase}.${cause === "none" ? "dinamite" : cause}` : phase;
  return text(`bang.turn.${turn.replaceAll(" ", "_")}${isOver ? "_over" : ""}`, values);
}

/** Whether a seat plays no more; its party may still win. */
export const isOut = ({ view: { seats } }, seat) => !seats[seat].alive;

/** How many cards the own seat has to discard before it may end its turn. */
export const excess = ({ view: { seats }, near }) => Math.max(0, seats[near].hand.length - seats[near].lives);

/** Why a card of the own hand has no use now, as the server says. */
export function barredWords({ view }, card) {
  const found = view.barred[kindOf(card)];
  if (!found) return "";
  const { code, words } = found;
  return text(`bang.barred.${code}`, words.card ? { ...words, card: kindName(words.card) } : words);
}

function outcome({ returns }, names) {
  const winners = names.filter((_, seat) => returns[seat] > 0);
  if (winners.length === 0) return text("bang.over.none");
  const own = returns[ownSeat(names)];
  if (own !== undefined)
    return text(own > 0 ? "bang.over.you_win" : "bang.over.you_lose", { names: winners.join(", ") });
  return text("bang.over.winners", { names: winners.join(", ") });
}

/** An action of a card, of the log or of a button, which says what it does; `names` names its target. */
export function actionWords({ text: action, card, target, place }, names, { looked = [], isButton = false } = {}) {
  const [word, number] = action.split(" ");
  const values = { card: card ? kindName(card) : "", name: names[target] ?? "" };
  if (word === "back") return text("bang.action.back", { card: kindName(looked[Number(number)]?.split(" ")[0] ?? "") });
  if (["discard", "pick", "answer"].includes(word)) return text(`bang.action.${word}`, values);
  if (target === null || target === undefined) {
    if (card) return isButton ? text("bang.action.play", values) : kindName(card);
    return text(`bang.action.${word}`);
  }
  if (word === "from") return text("bang.action.from", values);
  if (!place) return text("bang.action.at", values);
  return text("bang.action.of", { ...values, place: place === "hand" ? text("bang.place.hand") : kindOfPlace(place) });
}

const kindOfPlace = (place) => (place === "gun" ? text("bang.place.gun") : kindName(place));

/** A ply in the log. */
export const plyMarks = (entry, names) => [
  entry.text.startsWith("back") ? text("bang.log.back") : actionWords(entry, names),
];

/** What a ply has brought by itself, a line each: luck, lives and cards lost, falls. */
export const plyNotes = (entry, names) =>
  entry.events.filter(isEffect).map((event) => effectWords(event, names, cardSign));

const isEffect = ({ kind }) => has(`bang.effect.${kind}`);

function effectWords(event, names, cardWords) {
  const cards = event.cards.length > 0 ? allOf(event.cards.map(cardWords)) : text("bang.effect.a_card");
  const { count, left } = event;
  const role = event.role ? text(`bang.role.${event.role}`) : "";
  return text(`bang.effect.${event.kind}`, { name: names[event.seat], cards, to: names[event.to], count, left, role });
}

const MOST_LATELY = 3;

/** What has happened last up to a ply, in words: the latest comes last. */
export const lately = (log, ply, names) =>
  log
    .filter((entry) => entry.ply <= ply)
    .flatMap(({ events }) => events.filter(({ kind, text: action }) => kind !== "drew" && action !== "end"))
    .slice(-MOST_LATELY)
    .map((event) => (isEffect(event) ? effectWords(event, names, cardSign) : eventWords(event, names)));

/** Whether a ply starts a new line in the log: the first after the end of a turn. */
export const opensLine = (entry) => entry.text === "end" || entry.ply === 1;

/** What an event says to those who hear the page; the end of the game is said by the status. */
export function eventWords(event, names) {
  if (event.kind === "left") return text("bang.event.left", { name: names[event.seat] });
  if (isEffect(event)) return effectWords(event, names, cardName);
  if (event.text.startsWith("back")) return text("bang.event.back", { name: names[event.seat] });
  return text("bang.event.played", { name: names[event.seat], action: actionWords(event, names) });
}
