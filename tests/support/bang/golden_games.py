"""Golden games of Bang!: whole games of the compiled rules, told with all cards, kept as text under ``golden/``.

A change of the rules shows as a difference; `tests.support.golden` tells them anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bang_env.actions import format_action
from bang_env.cards import NUM_CARDS, card_text
from bang_env.characters import CHARACTERS, NUM_CHARACTERS, ROLE_LETTERS, ROLES_IN_PLAY, TEAMS
from bang_env.core.records import LIST
from bang_env.core.scoring import returns
from bang_env.deals import Deal
from bang_env.game import step
from bang_env.quitting.leaving import withdraw
from bang_env.rules import Rules
from tests.support.bang.described import described

FOLDER = Path(__file__).parents[2] / "golden" / "bang"
GAMES = {
    "four-seats": (Rules(num_players=4), 7, 0.0),
    "four-seats-official": (Rules(num_players=4, free_discard=False, jail_skips=True, sid_saves=True), 12, 0.0),
    "round-limit": (Rules(num_players=4, max_rounds=3), 12, 0.0),
    "leaving": (Rules(num_players=4), 12, 0.02),
    "standard": (Rules(), 8, 0.0),
    "six-seats": (Rules(num_players=6), 4, 0.0),
    "seven-seats-official": (Rules(num_players=7, free_discard=False, jail_skips=True, sid_saves=True), 10, 0.0),
}
"""The rules, the seed of the deal, of chance and of choices, and how often the seat asked leaves, by name."""
LEAVES = "left"


def random_deal(rules: Rules, rng: random.Random) -> Deal:
    """Draw a deal of roles, characters and deck."""
    roles = [ROLE_LETTERS[role] for role in ROLES_IN_PLAY[: rules.num_players]]
    rng.shuffle(roles)
    characters = rng.sample(range(NUM_CHARACTERS), rules.num_players)
    return Deal("".join(roles), tuple(characters), tuple(rng.sample(range(NUM_CARDS), NUM_CARDS)))


def choose(texts: dict[str, int], rng: random.Random) -> str:
    """Choose an action as a person might: a card is liked, a discard is not, and a seat that can answer does."""
    liked = [text for text in texts if text.split()[0] not in ("end", "discard", "nothing", "sid")]
    if liked and rng.random() < 0.8:
        return rng.choice(liked)
    return rng.choice([text for text in texts if not text.startswith("discard")] or list(texts))


def cards(chosen: Sequence[int]) -> str:
    """Return cards as text."""
    return ", ".join(map(card_text, chosen)) or "-"


def told_turn(told: dict[str, Any]) -> Iterator[str]:
    """Yield the state as a turn begins; of the sets of cards that seats keep, how many cards they have."""
    yield f"\nround {told['rounds']}, turn {told['turns']}, seat {told['turn']}"
    for seat, hand in enumerate(told["hands"]):
        may = " ".join(str(len(place)) for place in told["may"][seat])
        lives = f"{told['lives'][seat]}/{told['most'][seat]}" if told["alive"][seat] else "dead"
        yield f"  seat {seat}   {lives}   hand {cards(hand)}   table {cards(list(told['tables'][seat].values()))}"
        yield f"           may {may}   attacks {' '.join(map(str, told['attacks'][seat]))}"
    yield f"  deck {told['deck_size']}, pile {told['pile_size']}: {cards(told['pile'][-1:])}"


def told_chance(state: Any, used: int) -> Iterator[str]:
    """Yield the outcomes of chance from this place of the log on."""
    place = used
    while place < state.given_used:
        number = int(state.given[place])
        size = max(0, number - LIST)
        shown = state.given[place + 1 : place + 1 + size].tolist()
        yield f"       {'new deck ' + ' '.join(map(str, shown)) if size else 'blind take: ' + card_text(number)}"
        place += 1 + size


def told(rules: Rules, seed: int, leaving: float) -> Iterator[str]:
    """Yield the lines of a game."""
    rng = random.Random(seed)
    deal = random_deal(rules, rng)
    state = deal.lay_out(rules)
    state.word = np.uint64(rng.getrandbits(64))
    yield f"rules        {rules}"
    yield f"roles        {deal.roles}"
    yield f"characters   {', '.join(CHARACTERS[one] for one in deal.characters)}"
    yield f"deck         {' '.join(map(str, deal.deck))}"
    opened = 0
    while (now := described(state))["legal"]:
        if now["turns"] != opened:
            opened = now["turns"]
            yield from told_turn(now)
        seat, used = now["mover"], int(state.given_used)
        texts = {format_action(action, rules, seat): action for action in now["legal"]}
        text = LEAVES if rng.random() < leaving else choose(texts, rng)
        asked = f"  {now['plies'] + 1:3}. seat {seat} {text}"
        yield f"{asked:36} of {' '.join(map(str, now['legal']))}   [{now['phase']}]"
        if text == LEAVES:
            withdraw(state, seat)
        else:
            step(state, texts[text])
        yield from told_chance(state, used)
        after = described(state)
        yield from (
            f"       seat {one} is eliminated: {after['roles'][one]}"
            for one in range(rules.num_players)
            if now["alive"][one] and not after["alive"][one]
        )
    winner = [*TEAMS, "nobody"][now["winner"]]
    yield f"\nthe end: {winner} wins; rounds {now['rounds']}, turns {now['turns']}, plies {now['plies']}"
    for seat in range(rules.num_players):
        yield f"  seat {seat}   {now['roles'][seat]}   lives {now['lives'][seat]}   return {returns(state, seat):g}"
