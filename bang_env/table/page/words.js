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
  const isOwnDuel = phase === "duelling" && source === state.near;
  const turn = phase === "shot" || phase === "dying" ? `${phase}.${cause === "none" ? "dinamite" : cause}` : phase;
  const due = text(`bang.turn.${turn.replaceAll(" ", "_")}${isOver ? "_over" : isOwnDuel ? "_own" : ""}`, values);
  const isJailed = phase === "discarding" && state.events.some(({ kind }) => kind === "jailed");
  return isJailed ? `${text("bang.turn.jailed")} ${due}` : due;
}

/** What a newcomer is told: what the own role wins by. */
export function lessons({ yours, near, view: { seats } }) {
  const { role } = seats[near];
  return yours && role !== "unknown" ? [`bang.lesson.${role}`] : [];
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

function outcome({ returns, view: { seats } }, names) {
  const winners = names.filter((_, seat) => returns[seat] > 0);
  if (winners.length === 0) return text("bang.over.none");
  const own = returns[ownSeat(names)];
  const result = own === undefined ? "winners" : own > 0 ? "you_win" : "you_lose";
  return `${text(`bang.over.${victors(seats)}`)} ${text(`bang.over.${result}`, { names: winners.join(", ") })}`;
}

/** The side that has won; only the last one left can be a winning renegade, and the dead show their roles. */
function victors(seats) {
  if (seats.some(({ role, alive }) => role === "sheriff" && alive)) return "law";
  const living = seats.filter(({ alive }) => alive);
  return living.length === 1 && living[0].role !== "outlaw" ? "renegade" : "outlaws";
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
  return text(isButton ? "bang.action.whose" : "bang.action.of", { ...values, place: placeWords(place) });
}

const placeWords = (place) => (["hand", "gun"].includes(place) ? text(`bang.place.${place}`) : kindName(place));

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

/** What has happened last up to a ply, in words; what has struck the seat `near` since its last ply stays in sight. */
export function lately(log, ply, names, near) {
  const past = log.filter((entry) => entry.ply <= ply);
  const isNews = ({ kind, text: action }) => kind !== "drew" && action !== "end" && !action?.startsWith("discard");
  const told = past.flatMap(({ events }) => events.filter(isNews));
  const since = past.slice(past.findLastIndex(({ seat }) => seat === near) + 1).flatMap(({ events }) => events);
  const last = told.slice(-MOST_LATELY);
  const blow = since.findLast((event) => isNews(event) && strikes(event, near));
  const shown = !blow || last.includes(blow) ? last : [blow, ...last.slice(1)];
  return shown.map((event) => (isEffect(event) ? effectWords(event, names, cardSign) : eventWords(event, names)));
}

const strikes = (event, near) => event.target === near || (event.seat === near && isEffect(event));

/** Whether a ply starts a new line in the log: the first after the end of a turn. */
export const opensLine = (entry) => entry.text === "end" || entry.ply === 1;

/** What an event says to those who hear the page; the end of the game is said by the status. */
export function eventWords(event, names) {
  if (event.kind === "left") return text("bang.event.left", { name: names[event.seat] });
  if (isEffect(event)) return effectWords(event, names, cardName);
  if (event.text.startsWith("back")) return text("bang.event.back", { name: names[event.seat] });
  return text("bang.event.played", { name: names[event.seat], action: actionWords(event, names) });
}
