"""Golden games: whole games of the compiled rules, told with all cards, kept as text under ``golden/``.

A change of the rules shows as a difference; `tests.support.golden` tells them anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardkit.playing_cards import Card
from durak_env.core.play import step
from durak_env.core.records import ATTACK, DEFENCE, GAME_OVER, PHASES
from durak_env.core.results import returns
from durak_env.core.seating import defender_of, mover
from durak_env.deals import Deal
from durak_env.rules import Rules
from tests.support.agreement import BITS, SLOTS, TEXTS, compare, oracle_game, random_deal
from tests.support.oracle import DONE, TAKE
from tests.support.oracle_cards import RANKS

FOLDER = Path(__file__).parents[1] / "golden"
GAMES = {
    "standard": (Rules(), 1),
    "52-cards": (Rules(start_rank=2, max_attack_cards=6), 2),
    "no-trumps": (Rules(include_trumps=False), 3),
    "small-deck": (Rules(start_rank=11, num_suits=3), 4),
    "transfers": (Rules(transfer=True, passport=True, start_rank=9), 25),
    "three-seats": (Rules(num_players=3, transfer=True, passport=True, start_rank=9, first_discard_limit=5), 166),
    "four-seats": (Rules(num_players=4, throw_in="neighbours", max_attack_cards=6), 7),
    "four-seats-transfers": (Rules(num_players=4, transfer=True, passport=True), 88),
    "teams": (Rules(num_players=4, num_teams=2, start_rank=9, hand_size=4), 9),
    "six-seats": (Rules(num_players=6, start_rank=8, hand_size=4), 20),
    "teams-of-six": (Rules(num_players=6, num_teams=3, start_rank=9, hand_size=4), 111),
}


def texts(word: Any) -> str:
    """Return the cards and actions of a set: cards by rank, then transfers, then take or done."""
    chosen = [text for text, mask in BITS.items() if int(word) & mask]
    return " ".join(sorted(chosen, key=lambda text: (is_answer(text), not is_card(text), SLOTS[text] % 16))) or "-"


def is_card(text: str) -> bool:
    """Return whether an action is a card."""
    return text[0] in RANKS


def is_answer(text: str) -> bool:
    """Return whether an action is take or done."""
    return text in (TAKE, DONE)


def choose(state: Any, rng: random.Random) -> str:
    """Choose an action as a person might: mostly a low card, at times another, at times none; a transfer is liked."""
    legal = texts(state.legal).split()
    transfers = [text for text in legal if not is_card(text) and not is_answer(text)]
    if transfers and rng.random() < 0.7:
        return rng.choice(transfers)
    return legal[0] if rng.random() < 0.7 else rng.choice(legal)


def told_bout(state: Any) -> Iterator[str]:
    """Yield the state as a bout begins."""
    two = len(state.hands) == 2
    yield f"\nbout {state.bouts + 1}, seat {state.attacker} attacks{'' if two else f' seat {defender_of(state)}'}"
    for seat, hand in enumerate(state.hands):
        known = f"   (known to the other{'' if two else 's'}: {texts(state.known[seat])})" if state.known[seat] else ""
        yield f"  seat {seat}   {texts(hand)}{known}"
    talon = " ".join(TEXTS[slot] for slot in state.talon[: state.talon_size][::-1].tolist())
    yield f"  talon    {talon or '-'}"
    yield f"  discard  {texts(state.discard)}"


def told_ply(state: Any, action: str) -> str:
    """Return an action and the legal ones."""
    verb = "" if not is_card(action) else "beats with " if state.phase == DEFENCE else "plays "
    line = f"  {state.plies + 1:3}. seat {mover(state)} {'transfers ' if action[0] == '>' else verb}{action}"
    return f"{line:28} of {texts(state.legal):40} [{PHASES[state.phase]}]"


def told_end(state: Any) -> Iterator[str]:
    """Yield the state of a game that is over."""
    yield "\nthe end"
    for seat, hand in enumerate(state.hands):
        out = f"   out in bout {state.out_bout[seat]}" if len(state.hands) > 2 and state.out_bout[seat] else ""
        yield f"  seat {seat}   {texts(hand)}   return {returns(state, seat):.3g}{out}"
    yield f"  table    {' '.join(TEXTS[slot] for slot in state.table[: state.table_size].tolist()) or '-'}"
    yield f"  bouts {state.bouts}, plies {state.plies}"


def told(rules: Rules, seed: int) -> Iterator[str]:
    """Yield the lines of a game; raise AssertionError where the oracle's game goes another way."""
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
        yield (line := told_ply(state, action))
        step(state, SLOTS[action])
        game.play(action)
        compare(state, game, f"{rules}, seed {seed}: the states differ after {line}")
    yield from told_end(state)
