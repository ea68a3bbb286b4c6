"""The compiled rules against the oracle: the same random games on both sides, compared after every ply.

What a record of a game must hold is built from the oracle's sets by code of this file, field by field; then the two are
compared whole. ``python -m tests.support.agreement --games 60`` plays from the command line, as the test without the
JIT does.
"""

from __future__ import annotations

import random
import struct
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from cardkit.playing_cards import Card
from durak_env.core.play import step
from durak_env.core.records import STATE, STATES
from durak_env.core.results import returns
from durak_env.core.seating import mover
from durak_env.deals import Deal
from durak_env.rules import Rules
from tests.support.oracle import Game
from tests.support.oracle_cards import RANKS, SUITS, deck_cards
from tests.support.rule_sets import MANY, RULE_SETS

SLOTS: dict[str, int] = {card: 16 * SUITS.index(card[1]) + RANKS.index(card[0]) + 2 for card in deck_cards(2)}
SLOTS |= {"take": 0, "done": 1, "show": 17}
SLOTS |= {">" + suit: 16 * lane + 15 for lane, suit in enumerate(SUITS)}
BITS: dict[str, int] = {text: 1 << slot for text, slot in SLOTS.items()}
TEXTS = {slot: text for text, slot in SLOTS.items()}
PHASES = {"attack": 0, "defence": 1, "throw_in": 2, "throw_in_after_take": 3, "over": 4}
THROW_IN = ("all", "neighbours", "attacker")
ROLES = ("attacker", "defender", "place", "mover")
"""Fields that mean nothing once a game of more than two seats is over."""


def fields_in(dtype: np.dtype[Any]) -> list[str]:
    """Return the names of a record's fields."""
    return [name for name in dtype.names or () if not name.startswith("gap_")]


def layout_of(dtype: np.dtype[Any], names: Sequence[str] | None = None) -> struct.Struct:
    """Return the layout of a record as a struct; its fields are integers, several integers, bytes or runs of bytes.

    ``names`` are those of the fields that it has, by default all.
    """
    fields: Any = dtype.fields
    chosen = fields_in(dtype) if names is None else names
    parts, end = ["<"], 0 if names is None else fields[chosen[0]][1]
    for name in chosen:
        field, offset, *_ = fields[name]
        base, length = field.base, int(np.prod(field.shape, dtype=int))
        code = "s" if field.shape and base == np.uint8 else {8: "Q", 4: "I", 2: "H", 1: "B"}[base.itemsize]
        assert base.kind in "ui", name
        code = code.lower() if base.kind == "i" else code
        parts.append("x" * (offset - end) + (f"{length}{code}" if field.shape else code))
        end = offset + field.itemsize
    return struct.Struct("".join(parts) + "x" * (dtype.itemsize - end))


RECORDS = (STATE, *STATES.values())
NAMES, LAYOUTS = {dtype: fields_in(dtype) for dtype in RECORDS}, {dtype: layout_of(dtype) for dtype in RECORDS}


def dtype_of(game: Game) -> np.dtype[Any]:
    """Return the type of the record that holds such a game."""
    plain = game.num_players == 2 and not game.transfer and game.first_discard_limit is None
    return STATE if plain else STATES[game.num_players]


def word(texts: Iterable[str]) -> int:
    """Return a set of cards, or of actions, as a word."""
    return sum(map(BITS.__getitem__, texts))


def seat_bits(seats: Iterable[int]) -> int:
    """Return a set of seats, a bit each."""
    return sum(1 << seat for seat in seats)


@lru_cache
def rivals(num_players: int, num_teams: int | None) -> bytes:
    """Return for each seat the seats of other sides."""
    sides = num_teams or num_players
    return bytes(
        seat_bits(other for other in range(num_players) if (other - seat) % sides) for seat in range(num_players)
    )


def limit_of(limit: int | None) -> int:
    """Return a limit on attack cards as a byte."""
    return 255 if limit is None else limit


def first_trumps(game: Game) -> bytes:
    """Return the lowest trump of each first hand, 255 without one."""
    return bytes(
        min((SLOTS[card] for card in hand if card[1] == game.trump_suit), default=255) for hand in game.first_hands
    )


@lru_cache(maxsize=1)
def lasting_fields_of(game: Game) -> dict[str, Any]:
    """Return the fields of a record that stay as they are for a whole game."""
    suit = None if game.trump_suit is None else SUITS.index(game.trump_suit)
    wanders = game.num_players > 2 or game.transfer
    return {
        "deck": word(game.deck),
        "trumps": 0 if suit is None else 0xFFFF << 16 * suit,
        "trump_suit": 4 if suit is None else suit,
        "first_trumps": first_trumps(game),
        "trump_card": 0 if game.trump_card is None else SLOTS[game.trump_card],
        "hand_size": min(game.hand_size, 255),
        "max_attack_cards": limit_of(game.max_attack_cards),
        "include_trumps": int(suit is not None),
        "draws": int(game.draws),
        "rivals": rivals(game.num_players, game.num_teams),
        "throw_in": THROW_IN.index(game.throw_in),
        "first_discard_limit": limit_of(game.first_discard_limit),
        "transfer": int(game.transfer),
        "passport": int(game.passport),
        "by_places": 0,
        "idle_limit": 2 * len(game.deck) if wanders else 0,
    }


def fields_of(game: Game) -> dict[str, Any]:
    """Return the oracle's game as the fields of a record: numbers, several numbers, or runs of bytes."""
    talon = bytes(map(SLOTS.__getitem__, reversed(game.talon)))
    table = bytes([SLOTS[card] for _, card in game.table])
    lasting = lasting_fields_of(game)
    return lasting | {
        "legal": word(game.legal()),
        "hands": [word(hand) for hand in game.hands],
        "talon": talon.ljust(52, b"\0"),
        "known": [word(cards) for cards in game.known],
        "attacks": word(game.attack_cards()),
        "defences": word(game.defence_cards()),
        "discard": word(game.discard),
        "bouts": game.bouts,
        "plies": game.plies,
        "table": table.ljust(52, b"\0"),
        "table_size": len(table),
        "talon_size": len(talon),
        "attacker": game.attacker,
        "phase": PHASES[game.phase],
        "defender": game.defender,
        "place": game.defender_place,
        "mover": game.to_move or 0,
        "idle": game.idle if lasting["idle_limit"] else 0,
        "shown": seat_bits(game.shown),
        "out_bout": [bout or 0 for bout in game.out_bout],
    }


def values_of(fields: dict[str, Any], dtype: np.dtype[Any]) -> list[Any]:
    """Return the values of a record's fields, in their order."""
    parts = [fields[name] for name in NAMES[dtype]]
    return [value for part in parts for value in (part if isinstance(part, list) else [part])]


def packed(game: Game) -> bytes:
    """Return the oracle's game as the bytes of its record."""
    dtype = dtype_of(game)
    return LAYOUTS[dtype].pack(*values_of(fields_of(game), dtype))


def state_of(game: Game) -> Any:
    """Return the oracle's game as a record."""
    return np.frombuffer(bytearray(packed(game)), dtype_of(game))[0]


def text_of(state: Any) -> str:
    """Return a record as text, for messages."""
    lines = []
    for name in NAMES[state.dtype]:
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
    """Return a deck of the rules in random order."""
    deck = deck_cards(rules.start_rank, rules.num_suits)
    rng.shuffle(deck)
    return deck


def oracle_game(rules: Rules, deck: Sequence[str], trump_suit: str | None, attacker: int | None) -> Game:
    """Start the oracle's game of a deal."""
    return Game(
        deck,
        hand_size=rules.hand_size,
        include_trumps=rules.include_trumps,
        max_attack_cards=rules.max_attack_cards,
        num_players=rules.num_players,
        throw_in=rules.throw_in,
        first_discard_limit=rules.first_discard_limit,
        transfer=rules.transfer,
        passport=rules.passport,
        num_teams=rules.num_teams,
        draws=rules.draws,
        trump_suit=trump_suit,
        attacker=attacker,
    )


def random_deal(rules: Rules, rng: random.Random) -> tuple[list[str], str | None, int | None]:
    """Draw deck, trump suit and first attacker; in half of the deals the rules choose the attacker if they can."""
    deck, seats = shuffled(rules, rng), range(rules.num_players)
    named = rules.include_trumps and len(deck) <= len(seats) * rules.hand_size
    trump_suit = rng.choice(SUITS[: rules.num_suits]) if named else None
    attacker = rng.choice((*seats, *[None] * len(seats)))
    if attacker is None:
        try:
            oracle_game(rules, deck, trump_suit, None)
        except ValueError:
            attacker = rng.choice(seats)
    return deck, trump_suit, attacker


def random_game(rules: Rules, rng: random.Random) -> Game:
    """Start a random game of the oracle."""
    return oracle_game(rules, *random_deal(rules, rng))


def compare(state: Any, game: Game, what: str) -> None:
    """Raise AssertionError unless record and oracle agree in every field that means something."""
    wanted, dtype = fields_of(game), dtype_of(game)
    if game.over and dtype != STATE:
        wanted |= {role: int(state[role]) for role in ROLES}
    if state.dtype != dtype or state.tobytes() != LAYOUTS[dtype].pack(*values_of(wanted, dtype)):
        raise AssertionError(f"{what}\nthe record:\n{text_of(state)}\nthe oracle:\n{text_of(state_of(game))}")


def compare_returns(state: Any, wanted: Sequence[float], what: str) -> None:
    """Raise AssertionError unless each seat is paid as expected."""
    paid = [float(returns(state, seat)) for seat in range(len(wanted))]
    if not np.allclose(paid, wanted, rtol=0, atol=1e-12):
        raise AssertionError(f"{what}\nthe record: {paid}\nthe oracle: {list(wanted)}")


def play_both(rules: Rules, seed: int) -> Game:
    """Play a random game on both sides, compare the deal and every ply, and return the oracle's game."""
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
    compare_returns(state, game.returns, f"{deal}: the returns differ after {' '.join(played)}")
    if dtype_of(game) != STATE:
        state.by_places = 1
        compare_returns(state, game.returns_by_places, f"{deal}: the returns by places differ after {' '.join(played)}")
    return game


def play_all(games: int, rule_sets: Sequence[Rules] = RULE_SETS, seed: int = 0) -> tuple[int, int]:
    """Play ``games`` games, the rule sets in turn; return the numbers of plies and of draws."""
    plies = draws = 0
    for number in range(games):
        game = play_both(rule_sets[number % len(rule_sets)], seed + number)
        plies += game.plies
        draws += not any(game.returns)
    return plies, draws


def main(arguments: Sequence[str]) -> None:
    """Play the games of ``--games N``, those of more seats first, and print how many plies were compared."""
    if len(arguments) != 2 or arguments[0] != "--games":
        raise SystemExit("usage: python -m tests.support.agreement --games N")
    plies, _ = play_all(int(arguments[1]), (*MANY, *RULE_SETS))
    print(f"{plies} plies agree")


if __name__ == "__main__":
    main(sys.argv[1:])
