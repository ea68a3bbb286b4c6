"""The compiled rules of Oh Hell! against the oracle: the same random games on both sides, compared after every ply.

What a record of a game must hold is built from the oracle's sets by code of this file, field by field; then the two are
compared whole. ``python -m tests.support.oh_hell.agreement --games 60`` plays from the command line.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

import numpy as np

from cardkit.playing_cards import Card
from oh_hell_env.actions import parse_action
from oh_hell_env.core.play import mover, step
from oh_hell_env.core.records import PAYMENTS, STATES
from oh_hell_env.core.scoring import returns
from oh_hell_env.deals import Deal
from oh_hell_env.information import InformationSet
from oh_hell_env.rules import BLINDS, SCORINGS, TRUMPS, Rules
from tests.support.agreement import layout_of
from tests.support.oh_hell.oracle import NO_TRUMPS, RANKS, SUITS, Game, deck_cards, sees, suit_of, winning_card

SEATS = range(2, 8)
SEATS_OF_QUICK_TESTS = 2, 4  # those that are compiled there

SLOTS = {card: 16 * SUITS.index(card[1]) + RANKS.index(card[0]) + 2 for card in deck_cards()}
SLOTS |= {f"b{bid}": bid for bid in range(27)}
BITS = {text: 1 << slot for text, slot in SLOTS.items()}
CARDS = {SLOTS[card]: card for card in deck_cards()}
PHASES = {"bid": 0, "play": 1, "over": 2}
NO_SUIT, NO_CARD, NOT_BID = 4, 0, -1
EVERY_PLACE = (1 << 64) - 1
FIRST_FIELD = "legal"
"""The fields before it hold the deals, or the stream that deals."""


def compared(dtype: np.dtype[Any]) -> list[str]:
    """Return the names of the fields that are compared."""
    names = list(dtype.names or ())
    return [name for name in names[names.index(FIRST_FIELD) :] if not name.startswith("gap_")]


NAMES = {seats: compared(dtype) for seats, dtype in STATES.items()}
LAYOUTS = {seats: layout_of(dtype, NAMES[seats]) for seats, dtype in STATES.items()}


# --- rules and deals ------------------------------------------------------------------------------------------------


def random_rules(num_players: int, rng: random.Random, most_cards: int = 12) -> Rules:
    """Draw rules with any options, which all go together; a game deals ``most_cards`` to a seat, or a few more."""
    ranks = [rank for rank in range(2, 15) if 4 * (15 - rank) >= num_players]
    start_rank = rng.choice(ranks)
    num_suits = rng.choice([suits for suits in (1, 2, 3, 4) if suits * (15 - start_rank) >= num_players])
    largest = num_suits * (15 - start_rank) // num_players
    trump = rng.choice(TRUMPS)
    suits = SUITS[:num_suits]
    order = [rng.choice([*SUITS, NO_TRUMPS]) for _ in range(rng.randint(0, 4))]
    order.insert(rng.randint(0, len(order)), rng.choice([*suits, NO_TRUMPS]))  # the deck has at least this
    options: dict[str, Any] = {
        "num_players": num_players,
        "start_rank": start_rank,
        "num_suits": num_suits,
        "trump": trump,
        "hook": rng.random() < 0.7,
        "scoring": rng.choice(SCORINGS),
        "bonus": rng.choice([10, 10, 5, 0, 1000]),
        "points_per_trick": rng.choice([1, 1, 2, 17, 1000]),
        "blind": rng.choice([blind for blind in BLINDS if blind != "half" or trump != "rotation"]),
        "first_dealer": rng.choice([None, *range(num_players)]),
    }
    if rng.random() < 0.7:
        options["trump_order"] = "".join(order)
    return Rules(**options, **random_schedule(largest, rng, most_cards))


def random_schedule(largest: int, rng: random.Random, most_cards: int) -> dict[str, Any]:
    """Draw the options of a schedule: a list, hands that shrink and grow, or hands of one size."""
    size = rng.randint(1, min(largest, most_cards))
    if rng.random() < 0.15:
        size = largest
    if min(13, largest) * (min(13, largest) + 1) // 2 <= most_cards and rng.random() < 0.3:
        return {}
    kind = rng.choice(["list", "shrink", "level"])
    rounds = 1
    while sum(sizes_of(kind, size, rounds + 1)) <= most_cards and rng.random() < 0.9:
        rounds += 1
    if kind == "list":
        sizes = sizes_of("shrink", size, rounds)
        rng.shuffle(sizes)
        return {"hand_sizes": tuple(sizes)}
    return {"hand_size": size, "rounds": rounds, "dynamic": kind == "shrink"}


def sizes_of(kind: str, size: int, rounds: int) -> list[int]:
    """Return about the hand sizes that a schedule deals."""
    return [size if kind == "level" else max(1, size - number) for number in range(rounds)]


@cache
def options_of(rules: Rules) -> dict[str, Any]:
    """Return the rules as the oracle takes them."""
    return asdict(rules)


def random_deal(rules: Rules, rng: random.Random) -> tuple[list[list[str]], list[str] | None]:
    """Draw decks and, where they are drawn, trumps of all rounds."""
    decks, suits = [], SUITS[: rules.num_suits]
    for _ in rules.schedule:
        deck = deck_cards(rules.start_rank, rules.num_suits)
        rng.shuffle(deck)
        decks.append(deck)
    return decks, [rng.choice(suits) for _ in decks] if rules.trump == "random" else None


def oracle_game(rules: Rules, decks: Sequence[Sequence[str]], trumps: Sequence[str] | None) -> Game:
    """Start the oracle's game of a deal."""
    return Game(decks, trumps=trumps, **options_of(rules))


def deal_of(decks: Iterable[Iterable[str]], trumps: Iterable[str] | None) -> Deal:
    """Return the compiled rules' deal of these cards."""
    return Deal(tuple(tuple(map(Card, deck)) for deck in decks), None if trumps is None else tuple(trumps))


# --- records --------------------------------------------------------------------------------------------------------


def word(texts: Iterable[str]) -> int:
    """Return a set of cards, or of bids, as a word."""
    return sum([BITS[text] for text in texts])


def lane(suit: str) -> int:
    """Return all places of a suit; none without a suit."""
    return 0 if suit == NO_TRUMPS else 0xFFFF << 16 * SUITS.index(suit)


def suit_number(suit: str) -> int:
    """Return a suit as a number."""
    return NO_SUIT if suit == NO_TRUMPS else SUITS.index(suit)


def suit_bits(suits: Iterable[str]) -> int:
    """Return a set of suits, a bit each."""
    return sum(1 << SUITS.index(suit) for suit in suits)


def cards_above(card: str) -> int:
    """Return all places above a card in its suit."""
    return EVERY_PLACE << SLOTS[card] + 1 & lane(suit_of(card))


def table_of(game: Game) -> dict[str, Any]:
    """Return the fields that follow the trick on the table."""
    if not game.trick:
        return {"lead": EVERY_PLACE, "beating": EVERY_PLACE, "best_card": NO_CARD, "best_seat": 0}
    best = winning_card(game.trick, game.trump)
    return {
        "lead": lane(suit_of(game.trick[0])),
        "beating": cards_above(best) | (0 if suit_of(best) == game.trump else lane(game.trump)),
        "best_card": SLOTS[best],
        "best_seat": game.in_order(game.leader)[game.trick.index(best)],
    }


@cache
def settings_of(rules: Rules) -> dict[str, Any]:
    """Return the fields that hold the rules."""
    schedule = rules.schedule
    order = [letter for letter in rules.trump_order if letter == NO_TRUMPS or letter in SUITS[: rules.num_suits]]
    plan = [size | suit_number(order[number % len(order)]) << 5 for number, size in enumerate(schedule)]
    tricks = sum(schedule)
    return {
        "deck": word(deck_cards(rules.start_rank, rules.num_suits)),
        "bonus": rules.bonus,
        "points_per_trick": rules.points_per_trick,
        "least": -rules.points_per_trick * tricks if rules.scoring == "penalty" else 0,
        "most": rules.points_per_trick * tricks + rules.bonus * len(schedule),
        "rounds": len(schedule),
        "first_dealer": rules.num_players - 1 if rules.first_dealer is None else rules.first_dealer,
        "num_suits": rules.num_suits,
        "trump_rule": TRUMPS.index(rules.trump),
        "hook": int(rules.hook),
        "scoring": SCORINGS.index(rules.scoring),
        "blind": BLINDS.index(rules.blind),
        "payment": 0,
        "plan": bytes(plan),
    }


def fields_of(game: Game, rules: Rules) -> dict[str, Any]:
    """Return the oracle's game as the fields of a record: numbers, several numbers, or runs of bytes."""
    played = [(leader, cards) for leader, cards, _ in game.tricks]
    on_table = [(game.leader, game.trick)] if game.trick else []
    played_by = [0 for _ in game.seats]
    for leader, cards in [*played, *on_table]:
        for seat, card in zip(game.in_order(leader), cards, strict=False):
            played_by[seat] |= BITS[card]
    order = [SLOTS[card] for _, cards in [*played, *on_table] for card in cards]
    return (
        settings_of(rules)
        | {
            "legal": word(game.legal()),
            "hands": [word(hand) for hand in game.hands],
            "played_by": played_by,
            "trumps": lane(game.trump),
            "scores": game.scores,
            "plies": game.plies,
            "bids": [NOT_BID if bid is None else bid for bid in game.bids],
            "won": bytes(game.won),
            "voids": bytes(map(suit_bits, game.voids)),
            "made": bytes(game.made),
            "phase": PHASES[game.phase],
            "mover": game.to_move,
            "leader": game.leader,
            "on_table": len(game.trick),
            "played": len(order),
            "hand_size": game.hand_size,
            "tricks": len(game.tricks),
            "dealer": game.dealer,
            "round_number": game.round,
            "trump": suit_number(game.trump),
            "turned": NO_CARD if game.turned is None else SLOTS[game.turned],
            "order": bytes(order),
            "leaders": bytes([*(leader for leader, _ in played), game.leader]),
        }
        | table_of(game)
    )


def packed(fields: dict[str, Any], seats: int) -> bytes:
    """Return fields as the bytes of a record, from the first field that is compared on."""
    parts = [fields[name] for name in NAMES[seats]]
    return LAYOUTS[seats].pack(*(value for part in parts for value in (part if isinstance(part, list) else [part])))


def compare(state: Any, game: Game, rules: Rules, what: str) -> None:
    """Raise AssertionError unless record and oracle agree in every field that means something."""
    wanted, seats = fields_of(game, rules), game.num_players
    if game.over:
        wanted["mover"] = int(state["mover"])
    whole = packed(wanted, seats)
    if state.dtype != STATES[seats] or state.tobytes()[-len(whole) :] != whole:
        raise AssertionError(f"{what}\nfield, record, oracle:\n{difference(state, whole)}")


def difference(state: Any, whole: bytes) -> str:
    """Return the fields of a record beside those of the oracle's record, the differing ones marked."""
    other = np.frombuffer(state.tobytes()[: -len(whole)] + whole, state.dtype)[0]
    rows = []
    for name in NAMES[len(state["hands"])]:
        same = np.array_equal(state[name], other[name])
        pair = f"{text_of(name, state[name].tolist()):50} {text_of(name, other[name].tolist())}"
        rows.append(f"  {name:16} {pair}{'' if same else '  <--'}")
    return "\n".join(rows)


def text_of(name: str, value: Any) -> str:
    """Return a field as text, for messages."""
    if name in ("hands", "played_by"):
        return " | ".join(" ".join(text for text in CARDS.values() if one & BITS[text]) for one in value)
    return str(value)


# --- games ----------------------------------------------------------------------------------------------------------


def compare_returns(state: Any, game: Game, what: str) -> None:
    """Raise AssertionError unless each seat has been paid what the oracle pays, in each of the ways."""
    for number, kind in enumerate(PAYMENTS):
        state["payment"] = number
        paid = [float(returns(state, seat)) for seat in game.seats]
        if not np.allclose(paid, game.returns(kind), rtol=0, atol=1e-9):
            raise AssertionError(f"{what}: {kind}\nthe record: {paid}\nthe oracle: {game.returns(kind)}")
    state["payment"] = 0


def play_both(rules: Rules, seed: int) -> Game:
    """Play a random game on both sides, compare the deal and every ply, and return the oracle's game."""
    rng = random.Random(seed)
    decks, trumps = random_deal(rules, rng)
    game = oracle_game(rules, decks, trumps)
    state = deal_of(decks, trumps).lay_out(rules)
    deal = f"{rules}, seed {seed}"
    compare(state, game, rules, f"{deal}: the deals differ")
    played: list[str] = []
    while not game.over:
        if int(mover(state)) != game.to_move:
            raise AssertionError(
                f"{deal}: seat {mover(state)} is to move, not {game.to_move}, after {' '.join(played)}"
            )
        action = rng.choice(sorted(game.legal()))
        played.append(action)
        round_before = game.round
        game.play(action)
        step(state, SLOTS[action])
        compare(state, game, rules, f"{deal}: the states differ after {' '.join(played)}")
        if game.over or game.round != round_before:
            compare_returns(state, game, f"{deal}: the returns differ after {' '.join(played)}")
    return game


def rules_of_game(number: int, seats: Sequence[int]) -> Rules:
    """Return the rules of a game by its number; the seats take turns."""
    return random_rules(seats[number % len(seats)], random.Random(f"rules {number}"))


def play_all(games: int, seats: Sequence[int] = SEATS, first: int = 0) -> int:
    """Play ``games`` games by random rules; return the number of plies."""
    return sum(play_both(rules_of_game(number, seats), number).plies for number in range(first, first + games))


# --- what a seat knows ----------------------------------------------------------------------------------------------


def knowledge_of(info: InformationSet) -> dict[str, Any]:
    """Return an information set in the form of the oracle's `sees`."""
    return {
        "seat": info.seat,
        "to_move": info.mover,
        "phase": info.phase.name.lower(),
        "round": info.round,
        "dealer": info.dealer,
        "hand_size": info.hand_size,
        "schedule": list(info.schedule),
        "hand": set(info.hand),
        "trump": NO_TRUMPS if info.trump is None else info.trump,
        "turned": info.turned,
        "bids": [None if bid == NOT_BID else bid for bid in info.bids],
        "won": list(info.won),
        "scores": list(info.scores),
        "leader": info.leader,
        "trick": list(info.trick),
        "tricks": [(trick.leader, list(trick.cards), trick.winner) for trick in info.tricks],
        "played_by": [set(cards) for cards in info.played_by],
        "voids": [set(suits) for suits in info.voids],
        "unseen": set(info.unseen),
        "hand_sizes": list(info.hand_sizes),
        "undealt": info.undealt,
        "banned": info.banned,
        "legal": set(info.legal_actions),
    }


def compare_knowledge(state: Any, game: Game, rules: Rules, what: str) -> None:
    """Raise AssertionError unless each seat knows what the oracle lets it see, and only that."""
    for seat in game.seats:
        found = knowledge_of(InformationSet.of(state, rules, seat))
        wanted = sees(game, seat)
        wanted["legal"] = {parse_action(action, rules) for action in wanted["legal"]}
        if found != wanted:
            rows = [f"  {name}: {found[name]} | {wanted[name]}" for name in wanted if found[name] != wanted[name]]
            raise AssertionError("\n".join([f"{what}: seat {seat}", "record | oracle:", *rows]))


def play_seen(rules: Rules, seed: int) -> int:
    """Play a random game and compare each seat's knowledge after every ply; return the number of plies."""
    rng = random.Random(seed)
    decks, trumps = random_deal(rules, rng)
    game, state = oracle_game(rules, decks, trumps), deal_of(decks, trumps).lay_out(rules)
    while True:
        compare_knowledge(state, game, rules, f"{rules}, seed {seed}, after {game.plies} plies")
        if game.over:
            return game.plies
        action = rng.choice(sorted(game.legal()))
        game.play(action)
        step(state, SLOTS[action])


def main(arguments: Sequence[str]) -> None:
    """Play the games of ``--games N`` and print how many plies were compared."""
    if len(arguments) != 2 or arguments[0] != "--games":
        raise SystemExit("usage: python -m tests.support.oh_hell.agreement --games N")
    print(f"{play_all(int(arguments[1]))} plies agree")


if __name__ == "__main__":
    main(sys.argv[1:])
