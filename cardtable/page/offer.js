// Whom to offer: the agents that play by the rules chosen, as the server says.

/** Lets choices of agents offer those alone that play a variant; `variantOf` gives its {seats, rules, open_world}. */
export class Offer {
  #client;
  #variantOf;
  #choices = [];

  constructor(client, variantOf) {
    this.#client = client;
    this.#variantOf = variantOf;
  }

  /** Sets the choices, in place of those before. */
  to(choices) {
    this.#choices = choices;
    return this.refresh();
  }

  /** Asks again, after the variant may have changed. */
  async refresh() {
    const variant = JSON.stringify(this.#variantOf());
    const unfit = await unfitFor(this.#client, variant);
    if (variant !== JSON.stringify(this.#variantOf())) return;
    for (const choice of this.#choices) choice.leaveOut(unfit);
  }
}

/** The offer of the game that is shown. */
export function offerFor(app) {
  const { players, rules, open_world } = app.session.state;
  const variant = { seats: players.length, rules, open_world };
  return new Offer(app.client, () => variant);
}

const known = new Map(); // by variant, as JSON
/** @type {{ variant: string | null, unfit: Promise<Set<string>> | null }} */
let asked = { variant: null, unfit: null }; // of the last question: the server answers no other

async function unfitFor(client, variant) {
  if (known.has(variant)) return known.get(variant);
  if (asked.variant !== variant) asked = { variant, unfit: ask(client, variant) };
  return asked.unfit;
}

async function ask(client, variant) {
  try {
    const { unfit } = await client.ask({ type: "agents", ...JSON.parse(variant) });
    known.set(variant, new Set(unfit));
    return known.get(variant);
  } catch {
    asked = { variant: null, unfit: null };
    return new Set(); // rules that contradict each other, as the start of the game says; or there is no connection
  }
}
