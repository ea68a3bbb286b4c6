// A game of one's own from a position of another one.

import { note } from "./announcer.js";
import { button } from "./elements.js";
import { mayPlay } from "./harmless.js";
import { text } from "./texts.js";

/** Plays on from the position shown: the person for the seat to move, agents for the others. */
async function playOn(app) {
  const { state } = app.session;
  const own = state.viewer ?? state.to_move ?? 0;
  const { agents, adviser } = app.welcome;
  const usual = adviser ?? agents[0].spec;
  const seats = state.players.map(({ name }, seat) => (seat === own ? "human" : mayPlay(agents, name) ? name : usual));
  try {
    await app.start({ type: "branch", seats });
  } catch (refusal) {
    note(refusal.message);
  }
}

/** The way to play on from the position shown. */
export const branchButton = (app) =>
  button(text("branch"), () => playOn(app), { class: "small", dataset: { key: "branch" } });
