// A game of one's own from a position of another one.

import { note } from "./announcer.js";

/** Plays on from the position shown: the person for the seat to move, agents for the others. */
export async function playOn(app) {
  const { state } = app.session;
  const own = state.viewer ?? state.to_move ?? 0;
  // A game from a stranger may name a program to be run as its player.
  const harmless = new Set(app.welcome.agents.filter((agent) => agent.harmless).map((agent) => agent.spec));
  const mayPlay = (name, [factory, ...parameters] = name.split(":")) =>
    harmless.has(name) || (harmless.has(factory) && parameters.length < 2);
  const usual = app.welcome.adviser ?? app.welcome.agents[0].spec;
  const seats = state.players.map(({ name }, seat) => (seat === own ? "human" : mayPlay(name) ? name : usual));
  try {
    await app.start({ type: "branch", seats });
  } catch (refusal) {
    note(refusal.message);
  }
}
