"""Golden games: whole games of the compiled rules, told with all cards, kept as text under ``golden/``.

``python -m tests.support.golden_games --write`` tells them anew; a change of the rules shows as a difference.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from durak_env.cards import Card
from durak_env.deals import Deal
from durak_env.game import ATTACK, DEFENCE, GAME_OVER, PHASES, mover, returns, step
from durak_env.rules import Rules
from tests.support.agreement import BITS, SLOTS, TEXTS, compare, oracle_game, random_deal

FOLDER = Path(__file__).parents[1] / "golden"
GAMES = {
    "standard": (Rules(), 1),
    "52-cards": (Rules(start_rank=2, max_attack_cards=6), 2),
    "no-trumps": (Rules(include_trumps=False), 3),
    "small-deck": (Rules(start_rank=11, num_suits=3), 4),
}


def texts(word: Any) -> str:
    """The cards and actions of a set, by rank."""
    chosen = [text for text, mask in BITS.items() if int(word) & mask]
    return " ".join(sorted(chosen, key=lambda text: (SLOTS[text] < 2, SLOTS[text] % 16))) or "-"


def choose(state: Any, rng: random.Random) -> str:
    """An action as a person might play it: mostly a low card, at times another, at times none."""
    legal = texts(state.legal).split()
    return legal[0] if rng.random() < 0.7 else rng.choice(legal)


def told_bout(state: Any) -> Iterator[str]:
    """The state as a bout begins."""
    yield f"\nbout {state.bouts + 1}, seat {state.attacker} attacks"
    for seat in (0, 1):
        known = f"   (known to the other: {texts(state.known[seat])})" if state.known[seat] else ""
        yield f"  seat {seat}   {texts(state.hands[seat])}{known}"
    talon = " ".join(TEXTS[slot] for slot in state.talon[: state.talon_size][::-1].tolist())
    yield f"  talon    {talon or '-'}"
    yield f"  discard  {texts(state.discard)}"


def told(rules: Rules, seed: int) -> Iterator[str]:
    """The lines of a game; raises AssertionError where the oracle's game goes another way."""
    rng = random.Random(seed)
    deck, trump_suit, attacker = random_deal(rules, rng)
    game = oracle_game(rules, deck, trump_suit, attacker)
    state = Deal(tuple(map(Card, deck)), trump_suit, attacker).lay_out(rules)
    yield f"rules        {rules}"
    yield f"deck         {' '.join(deck)}"
    yield f"trump suit   {game.trump_suit or '-'}"
    yield f"attacker     seat {state.attacker}"
    while state.phase != GAME_OVER:
        if state.phase == ATTACK:
            yield from told_bout(state)
        action = choose(state, rng)
        verb = "" if SLOTS[action] < 2 else "beats with " if state.phase == DEFENCE else "plays "
        line = f"  {state.plies + 1:3}. seat {mover(state)} {verb}{action}"
        yield f"{line:28} of {texts(state.legal):40} [{PHASES[state.phase]}]"
        step(state, SLOTS[action])
        game.play(action)
        compare(state, game, f"{rules}, seed {seed}: the states differ after {line}")
    yield "\nthe end"
    yield f"  seat 0   {texts(state.hands[0])}   return {returns(state, 0)}"
    yield f"  seat 1   {texts(state.hands[1])}   return {returns(state, 1)}"
    yield f"  table    {' '.join(TEXTS[slot] for slot in state.table[: state.table_size].tolist()) or '-'}"
    yield f"  bouts {state.bouts}, plies {state.plies}"


def text(name: str) -> str:
    """The text of a golden game."""
    return "\n".join(told(*GAMES[name])) + "\n"


def main(arguments: Sequence[str]) -> None:
    """``--write``: write all golden games anew."""
    if list(arguments) != ["--write"]:
        raise SystemExit("usage: python -m tests.support.golden_games --write")
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(text(name))


if __name__ == "__main__":
    main(sys.argv[1:])
