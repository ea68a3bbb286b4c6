"""The compiled rules against the oracle: the same random games on both sides, compared after every ply.

What a STATE record must hold is built from the oracle's sets by code of this file, field by field; then the two are
compared whole. ``python -m tests.support.agreement --games 60`` plays from the command line, as the test without the
JIT does.
"""

from __future__ import annotations

import random
import struct
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from durak_env.cards import Card
from durak_env.deals import Deal
from durak_env.game import STATE, mover, returns, step
from durak_env.rules import Rules
from tests.support.oracle import RANKS, SUITS, Game, deck_cards

RULE_SETS = (
    Rules(),
    Rules(max_attack_cards=6),
    Rules(max_attack_cards=2),
    Rules(include_trumps=False),
    Rules(include_trumps=False, max_attack_cards=1),
    Rules(hand_size=1),
    Rules(hand_size=3),
    Rules(hand_size=8, max_attack_cards=6),
    Rules(hand_size=26),
    Rules(num_suits=1),
    Rules(num_suits=2, hand_size=4),
    Rules(num_suits=3, hand_size=5, include_trumps=False),
    Rules(start_rank=2),
    Rules(start_rank=2, include_trumps=False),
    Rules(start_rank=2, max_attack_cards=6),
    Rules(start_rank=2, hand_size=8),
    Rules(start_rank=2, hand_size=26),
    Rules(start_rank=2, hand_size=26, include_trumps=False, max_attack_cards=6),
    Rules(start_rank=2, hand_size=1),
    Rules(start_rank=2, hand_size=7, num_suits=1),
    Rules(start_rank=3, num_suits=2),
    Rules(start_rank=4, hand_size=2, max_attack_cards=1),
    Rules(start_rank=5, num_suits=3),
    Rules(start_rank=7, hand_size=5),
    Rules(start_rank=8, num_suits=3, hand_size=4),
    Rules(start_rank=9),
    Rules(start_rank=9, hand_size=3, include_trumps=False),
    Rules(start_rank=10, num_suits=3, hand_size=7),
    Rules(start_rank=10, hand_size=2, max_attack_cards=2),
    Rules(start_rank=11, hand_size=3),
    Rules(start_rank=11, num_suits=2, hand_size=3, max_attack_cards=6),
    Rules(start_rank=12),
    Rules(start_rank=12, num_suits=3, hand_size=1),
    Rules(start_rank=13, num_suits=1),
    Rules(start_rank=13, hand_size=2),
    Rules(start_rank=13, hand_size=2, include_trumps=False),
    Rules(start_rank=14),
    Rules(start_rank=14, hand_size=1),
    Rules(start_rank=14, num_suits=2),
    Rules(start_rank=14, num_suits=3, include_trumps=False),
)

SLOTS = {card: 16 * SUITS.index(card[1]) + RANKS.index(card[0]) + 2 for card in deck_cards(2)}
SLOTS |= {"take": 0, "done": 1}
BITS = {text: 1 << slot for text, slot in SLOTS.items()}
TEXTS = {slot: text for text, slot in SLOTS.items()}
PHASES = {"attack": 0, "defence": 1, "throw_in": 2, "throw_in_after_take": 3, "over": 4}


def layout_of(dtype: np.dtype[Any]) -> struct.Struct:
    """The layout of a record whose fields are words, pairs of words, bytes or runs of bytes, as a struct."""
    parts, end = ["<"], 0
    for name in dtype.names:
        field, offset, *_ = dtype.fields[name]
        if name.startswith("gap_"):
            continue
        base, length = field.base, int(np.prod(field.shape, dtype=int))
        code = "s" if field.shape and base == np.uint8 else {8: "Q", 2: "H", 1: "B"}[base.itemsize]
        assert base.kind == "u", name
        parts.append("x" * (offset - end) + (f"{length}{code}" if field.shape else code))
        end = offset + field.itemsize
    return struct.Struct("".join(parts) + "x" * (dtype.itemsize - end))


LAYOUT = layout_of(STATE)


def word(texts: Iterable[str]) -> int:
    """A set of cards, or of actions, as a word."""
    return sum(map(BITS.__getitem__, texts))


def fields_of(game: Game) -> tuple[Any, ...]:
    """The oracle's game as the values of a STATE record, in the order of its fields."""
    talon = bytes(map(SLOTS.__getitem__, reversed(game.talon)))
    table = bytes([SLOTS[card] for _, card in game.table])
    suit = None if game.trump_suit is None else SUITS.index(game.trump_suit)
    return (
        word(game.legal()),
        word(game.hands[0]),
        word(game.hands[1]),
        talon.ljust(52, b"\0"),
        word(game.known[0]),
        word(game.known[1]),
        word(game.deck),
        word(card for kind, card in game.table if kind == "attack"),
        word(card for kind, card in game.table if kind == "defence"),
        word(game.discard),
        0 if suit is None else 0xFFFF << 16 * suit,
        game.bouts,
        game.plies,
        table.ljust(52, b"\0"),
        len(table),
        len(talon),
        4 if suit is None else suit,
        0 if game.trump_card is None else SLOTS[game.trump_card],
        game.attacker,
        PHASES[game.phase],
        min(game.hand_size, 52),
        255 if game.max_attack_cards is None else game.max_attack_cards,
        int(suit is not None),
    )


def state_of(game: Game) -> Any:
    """The oracle's game as a STATE record."""
    return np.frombuffer(bytearray(LAYOUT.pack(*fields_of(game))), STATE)[0]


def text_of(state: Any) -> str:
    """A STATE record as text, for messages."""
    lines = []
    for name in STATE.names or ():
        if name.startswith("gap_"):
            continue
        value = state[name]
        if name in ("talon", "table"):
            shown = " ".join(TEXTS.get(slot, f"?{slot}") for slot in value.tolist() if slot)
        elif name in ("hands", "known", "legal", "discard", "attacks", "defences"):
            words = np.atleast_1d(value).tolist()
            shown = " | ".join(" ".join(text for text, mask in BITS.items() if one & mask) for one in words)
        else:
            shown = str(value)
        lines.append(f"  {name:16} {shown}")
    return "\n".join(lines)


def shuffled(rules: Rules, rng: random.Random) -> list[str]:
    """A deck of the rules in random order."""
    deck = deck_cards(rules.start_rank, rules.num_suits)
    rng.shuffle(deck)
    return deck


def oracle_game(rules: Rules, deck: Sequence[str], trump_suit: str | None, attacker: int | None) -> Game:
    """The oracle's game of a deal."""
    return Game(
        deck,
        hand_size=rules.hand_size,
        include_trumps=rules.include_trumps,
        max_attack_cards=rules.max_attack_cards,
        trump_suit=trump_suit,
        attacker=attacker,
    )


def random_deal(rules: Rules, rng: random.Random) -> tuple[list[str], str | None, int | None]:
    """Deck, trump suit and first attacker; in half of the deals the rules choose the attacker if they can."""
    deck = shuffled(rules, rng)
    named = rules.include_trumps and len(deck) <= 2 * rules.hand_size
    trump_suit = rng.choice(SUITS[: rules.num_suits]) if named else None
    attacker = rng.choice((0, 1, None, None))
    if attacker is None:
        try:
            oracle_game(rules, deck, trump_suit, None)
        except ValueError:
            attacker = rng.choice((0, 1))
    return deck, trump_suit, attacker


def random_game(rules: Rules, rng: random.Random) -> Game:
    """A game of the oracle at its start."""
    return oracle_game(rules, *random_deal(rules, rng))


def compare(state: Any, game: Game, what: str) -> None:
    """Raise AssertionError unless record and oracle agree in every field."""
    wanted = fields_of(game)
    if LAYOUT.unpack(state.tobytes()) != wanted:
        raise AssertionError(f"{what}\nthe record:\n{text_of(state)}\nthe oracle:\n{text_of(state_of(game))}")


def play_both(rules: Rules, seed: int) -> Game:
    """Play a random game on both sides, comparing the deal and every ply; returns the oracle's game."""
    rng = random.Random(seed)
    deck, trump_suit, attacker = random_deal(rules, rng)
    game = oracle_game(rules, deck, trump_suit, attacker)
    state = Deal(tuple(map(Card, deck)), trump_suit, attacker).lay_out(rules)
    deal = f"{rules}, seed {seed}: deck {' '.join(deck)}, trump suit {trump_suit}, attacker {attacker}"
    compare(state, game, f"{deal}: the deals differ")
    played: list[str] = []
    while not game.over:
        seat = int(mover(state))
        if seat != game.to_move:
            raise AssertionError(f"{deal}: seat {seat} is to move, not {game.to_move}, after {' '.join(played)}")
        action = rng.choice(sorted(game.legal()))
        played.append(action)
        game.play(action)
        step(state, SLOTS[action])
        compare(state, game, f"{deal}: the states differ after {' '.join(played)}")
    if (returns(state, 0), returns(state, 1)) != game.returns:
        raise AssertionError(f"{deal}: returns {returns(state, 0)}, not {game.returns[0]}, after {' '.join(played)}")
    return game


def play_all(games: int, rule_sets: Sequence[Rules] = RULE_SETS, seed: int = 0) -> tuple[int, int]:
    """Play ``games`` games, the rule sets in turn; returns the numbers of plies and of draws."""
    plies = draws = 0
    for number in range(games):
        game = play_both(rule_sets[number % len(rule_sets)], seed + number)
        plies += game.plies
        draws += game.returns == (0, 0)
    return plies, draws


def main(arguments: Sequence[str]) -> None:
    """``--games N``: play N games over all rule sets and say how many plies were compared."""
    if len(arguments) != 2 or arguments[0] != "--games":
        raise SystemExit("usage: python -m tests.support.agreement --games N")
    plies, _ = play_all(int(arguments[1]))
    print(f"{plies} plies agree")


if __name__ == "__main__":
    main(sys.argv[1:])
