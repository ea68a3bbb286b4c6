"""Golden games of Oh Hell!: whole games of the compiled rules, told with all cards, kept as text under ``golden/``.

A change of the rules shows as a difference; `tests.support.golden` tells them anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oh_hell_env.core.play import mover, step
from oh_hell_env.core.records import BID, OVER
from oh_hell_env.core.scoring import returns
from oh_hell_env.rules import Rules
from tests.support.oh_hell.agreement import BITS, CARDS, SLOTS, compare, deal_of, oracle_game, random_deal

FOLDER = Path(__file__).parents[2] / "golden" / "oh_hell"
GAMES = {
    "standard": (Rules(), 1),
    "down-and-up": (Rules(hand_size=4, rounds=7, trump="turn_up", scoring="penalty"), 2),
    "exact-random-trumps": (Rules(hand_sizes=(5, 5), trump="random", scoring="exact", bonus=5, first_dealer=0), 3),
    "two-seats-no-hook": (Rules(num_players=2, hand_sizes=(26, 1), hook=False, trump_order="-s"), 4),
    "three-seats-small-deck": (Rules(num_players=3, start_rank=10, num_suits=3, trump="turn_up"), 5),
    "seven-seats": (Rules(num_players=7, hand_size=3, points_per_trick=2, trump_order="dc-"), 6),
}


def texts(word: Any, state: Any) -> str:
    """Return the actions of a set: bids or cards."""
    chosen = [text for text, mask in BITS.items() if int(word) & mask and (text[0] == "b") == (state.phase == BID)]
    return " ".join(chosen) or "-"


def cards(word: Any) -> str:
    """Return the cards of a set."""
    return " ".join(card for card in CARDS.values() if int(word) & BITS[card]) or "-"


def choose(state: Any, rng: random.Random) -> str:
    """Choose an action as a person might: a bid near the fair share, mostly a low card."""
    legal = texts(state.legal, state).split()
    if state.phase == BID:
        fair = int(state.hand_size) / len(state.hands)
        return min(legal, key=lambda text: abs(int(text[1:]) - fair - rng.choice([-1, 0, 0, 1])))
    return legal[0] if rng.random() < 0.6 else rng.choice(legal)


def told_round(state: Any) -> Iterator[str]:
    """Yield the state as a round begins."""
    trumps = "none" if state.trump == 4 else "cdhs"[state.trump]
    turned = f", {CARDS[int(state.turned)]} turned up" if state.turned else ""
    yield f"\nround {state.round_number + 1}, {state.hand_size} cards, seat {state.dealer} deals"
    yield f"  trumps   {trumps}{turned}"
    yield from (f"  seat {seat}   {cards(hand)}" for seat, hand in enumerate(state.hands))


def told_ply(state: Any, action: str) -> str:
    """Return an action and the legal ones."""
    verb = "bids" if state.phase == BID else "plays" if state.on_table else "leads"
    line = f"  {state.plies + 1:3}. seat {mover(state)} {verb} {action.removeprefix('b')}"
    return f"{line:26} of {texts(state.legal, state)}"


def told_result(before: Any, after: Any) -> Iterator[str]:
    """Yield the end of a trick or of a round, if there is one."""
    if before.phase == BID or before.on_table + 1 < len(before.hands):
        return
    if after.phase != BID and after.phase != OVER:
        yield f"       seat {after.leader} wins the trick"
        return
    points = [int(now) - int(then) for now, then in zip(after.scores, before.scores, strict=True)]
    yield f"       bids {before.bids.tolist()}, points {points}, scores {after.scores.tolist()}"


def told(rules: Rules, seed: int) -> Iterator[str]:
    """Yield the lines of a game; raise AssertionError where the oracle's game goes another way."""
    rng = random.Random(seed)
    decks, trumps = random_deal(rules, rng)
    game, state = oracle_game(rules, decks, trumps), deal_of(decks, trumps).lay_out(rules)
    yield f"rules        {rules}"
    yield f"schedule     {' '.join(map(str, rules.schedule))}"
    opened = -1
    while state.phase != OVER:
        if state.round_number != opened:
            opened = int(state.round_number)
            yield from told_round(state)
        action, before = choose(state, rng), state.copy()
        yield (line := told_ply(state, action))
        step(state, SLOTS[action])
        game.play(action)
        compare(state, game, rules, f"{rules}, seed {seed}: the states differ after {line}")
        yield from told_result(before, state)
    yield "\nthe end"
    for seat in range(rules.num_players):
        paid = []
        for payment in range(3):
            state.payment = payment
            paid.append(f"{float(returns(state, seat)):.4g}")
        yield f"  seat {seat}   rounds made {state.made[seat]}, points {paid[0]}, margin {paid[1]}, win {paid[2]}"
