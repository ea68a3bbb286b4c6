"""A seat's inputs depend on its knowledge and on nothing else; determinize draws from exactly the rest."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from cardkit.compiled.prng import streams_from_seed
from durak_env import Phase
from durak_env.actions import slots_of_actions
from durak_env.core.play import legal_actions
from durak_env.core.records import NO_CARD, PHASES, state_dtype
from durak_env.information import InformationSet, determinize
from durak_env.knowledge import determinize_into, info_dtype, observe
from durak_env.rules import Rules
from tests.support.agreement import SLOTS, TEXTS, oracle_game, random_game, state_of
from tests.support.oracle import Game
from tests.support.oracle_cards import deck_cards
from tests.support.oracle_knowledge import sees
from tests.support.rule_sets import MANY, QUICK, RULE_SETS

OTHERS = tuple(rules for rules in MANY if rules not in QUICK)
TABLES = pytest.mark.parametrize(
    "rule_sets",
    [
        pytest.param(RULE_SETS, id="plain"),
        pytest.param(QUICK, id="two and four seats"),
        pytest.param(OTHERS, id="three, five and six seats", marks=pytest.mark.slow),
    ],
)


def positions(count: int, seed: int, rule_sets: tuple[Rules, ...] = RULE_SETS) -> Iterator[tuple[Rules, Game]]:
    """Yield random positions of random games, the rule sets in turn, games' first and last positions among them."""
    rng = random.Random(seed)
    given = 0
    for rules in itertools.cycle(rule_sets):
        game = random_game(rules, rng)
        while True:
            if game.plies == 0 or game.over or rng.random() < 0.15:
                if given == count:
                    return
                given += 1
                yield rules, game.copy()
            if game.over:
                break
            game.play(rng.choice(sorted(game.legal())))


def hidden_cards(game: Game, seat: int) -> list[str]:
    """Return the cards whose place the seat does not know."""
    in_hands = {card for other in game.seats if other != seat for card in game.hands[other] - game.known[other]}
    return sorted(in_hands | set(game.talon) - {game.trump_card})


def with_hidden_cards(game: Game, seat: int, order: Sequence[str]) -> Game:
    """Lay the hidden cards out anew: the other hands get the first of ``order``, the talon the rest."""
    other, left = game.copy(), list(order)
    for holder in game.seats:
        if holder != seat:
            unknown = len(game.hands[holder]) - len(game.known[holder])
            other.hands[holder] = game.known[holder] | set(left[:unknown])
            left = left[unknown:]
    under = [game.trump_card] if game.talon and game.trump_card else []
    other.talon = [*left, *under]
    return other


def check_honesty(count: int, seed: int, rule_sets: tuple[Rules, ...]) -> None:
    rng = random.Random(seed)
    moved = 0
    for rules, game in positions(count, seed, rule_sets):
        state = state_of(game)
        for viewer in game.seats:
            order = hidden_cards(game, viewer)
            rng.shuffle(order)
            twin = with_hidden_cards(game, viewer, order)
            twin_state = state_of(twin)
            moved += twin_state.tobytes() != state.tobytes()
            assert sees(twin, viewer) == sees(game, viewer)
            mine = InformationSet.of(state, rules, viewer)
            theirs = InformationSet.of(twin_state, rules, viewer)
            assert mine.record.tobytes() == theirs.record.tobytes(), (rules, viewer, state, twin_state)
            assert (mine, hash(mine), mine.key()) == (theirs, hash(theirs), theirs.key())
            if game.to_move != viewer:
                assert mine.record.legal == 0
                assert not mine.to_move
                assert mine.legal_actions == ()
    assert moved > 0.5 * count


@TABLES
def test_hidden_cards_change_nothing(rule_sets: tuple[Rules, ...]) -> None:
    check_honesty(1_000, 1, rule_sets)


@pytest.mark.slow
@TABLES
def test_hidden_cards_change_nothing_in_many_positions(rule_sets: tuple[Rules, ...]) -> None:
    check_honesty(4_000, 2, rule_sets)


@TABLES
@pytest.mark.parametrize("open_world", [False, True], ids=["closed", "open"])
def test_nothing_is_left_of_an_earlier_use(rule_sets: tuple[Rules, ...], open_world: bool) -> None:
    """A record that served other games and other seats before holds the knowledge that a new one holds."""
    records: dict[Any, Any] = {}
    for rules, game in positions(400, 3, rule_sets):
        dtype = info_dtype(rules)
        used = records.setdefault(dtype, np.zeros(1, dtype)[0])
        for seat in game.seats:
            fresh = np.zeros(1, dtype)[0]
            observe(state_of(game), seat, open_world, fresh)
            observe(state_of(game), seat, open_world, used)
            assert used.tobytes() == fresh.tobytes()


@TABLES
def test_knowledge_is_the_oracle_s(rule_sets: tuple[Rules, ...]) -> None:
    for rules, game in positions(600, 4, rule_sets):
        for seat in game.seats:
            info = InformationSet.of(state_of(game), rules, seat)
            told = {
                "seat": info.seat,
                "hand": set(info.hand),
                "table": [("attack" if card in info.attack_cards else "defence", card) for card in info.table],
                "discard": set(info.discard),
                "trump_suit": info.trump_suit,
                "trump_card": info.trump_card if info.talon_size else None,
                "known": [
                    {card for card in info.hand if int(info.record.known[seat]) >> card.slot & 1}
                    if holder == seat
                    else set(info.hands[holder])
                    for holder in game.seats
                ],
                "unseen": set(info.unseen),
                "hand_sizes": info.hand_sizes,
                "talon_size": info.talon_size,
                "attacker": info.attacker,
                "defender": game.defender if game.over else info.defender,
                "to_move": info.mover,
                "phase": PHASES[info.phase].replace("-", "_").replace(" ", "_").replace("game_over", "over"),
                "idle": info.idle,
                "shown": set(info.shown),
                "legal": {TEXTS[int(slots_of_actions(rules)[action])] for action in info.legal_actions},
            }
            if not rules.is_plain:
                told["defender_place"] = info.record.place
                told["out_bout"] = tuple(bout or None for bout in info.record.out_bout.tolist())
            seen = sees(game, seat)
            assert told == {name: seen[name] for name in told}
            assert isinstance(info.phase, Phase)
            assert info.phase.name.lower().replace("game_", "") == game.phase
            assert info.phase == int(info.record.phase)
            assert info.to_move == (game.to_move == seat)
            under: list[str | None] = [None] * len(game.talon)
            if game.talon and game.trump_card:
                under[-1] = game.trump_card
            assert list(info.talon) == under
            assert info.trump_card == game.trump_card
            assert list(info.defence_cards) == game.defence_cards()


def test_nothing_is_hidden_without_a_talon() -> None:
    for rules, game in positions(600, seed=5):
        if not game.talon:
            for seat in (0, 1):
                info = InformationSet.of(state_of(game), rules, seat)
                assert set(info.other_hand) == game.hands[1 - seat]
                assert info.unseen == ()


@TABLES
def test_the_open_world_knows_everything(rule_sets: tuple[Rules, ...]) -> None:
    for rules, game in positions(300, 6, rule_sets):
        for seat in game.seats:
            info = InformationSet.of(state_of(game), rules, seat, open_world=True)
            assert set(info.hand) == game.hands[seat]
            assert list(map(set, info.hands)) == game.hands
            assert list(info.talon) == game.talon
            assert info.unseen == ()
            assert info.to_move == (game.to_move == seat)


@TABLES
def test_determinize_keeps_the_information_set(rule_sets: tuple[Rules, ...]) -> None:
    rng = np.random.default_rng(7)
    for rules, game in positions(600, 7, rule_sets):
        state = state_of(game)
        for seat in game.seats:
            info = InformationSet.of(state, rules, seat)
            before = info.record.tobytes()
            drawn = determinize(info, rng)
            assert info.record.tobytes() == before
            assert InformationSet.of(drawn, rules, seat) == info
            assert int(drawn.legal) == int(legal_actions(drawn))
            assert (int(drawn.legal) == 0) == game.over
            if game.to_move == seat:
                assert int(drawn.legal) == int(state.legal)
            order = hidden_cards(game, seat)
            slots = [slot for slot in drawn.talon[: drawn.talon_size][::-1].tolist() if slot != drawn.trump_card]
            talon = [TEXTS[slot] for slot in slots]
            hands = [int(hand) for holder, hand in enumerate(drawn.hands) if holder != seat]
            held = [card for hand in hands for card in order if hand >> SLOTS[card] & 1]
            assert sorted(held + talon) == order
            # the whole record is the one that these cards make of the oracle's game
            assert drawn.tobytes() == drawn_state(with_hidden_cards(game, seat, held + talon), seat).tobytes()
            if game.talon and game.trump_card:
                assert drawn.talon[0] == SLOTS[game.trump_card]
            opened = InformationSet.of(state, rules, seat, open_world=True)
            assert determinize(opened, rng).tobytes() == drawn_state(game, seat).tobytes()


def drawn_state(game: Game, seat: int | None = None) -> Any:
    """Write the oracle's game as a record that a seat could have drawn: of first hands it recalls only its own."""
    state = state_of(game)
    if "first_trumps" in state.dtype.names:
        for other in {0, 1} - {seat}:
            state["first_trumps"][other] = NO_CARD
    return state


def small_position(rules: Rules, plies: int, seed: int, hidden: int) -> tuple[Game, int]:
    """Play a random game still on after ``plies`` plies, and find a seat from which ``hidden`` cards are hidden."""
    rng = random.Random(seed)
    while True:
        game = random_game(rules, rng)
        while not game.over and game.plies < plies:
            game.play(rng.choice(sorted(game.legal())))
        for seat in game.seats:
            order = hidden_cards(game, seat)
            if not game.over and len(order) == hidden and set(order) > set(game.talon) - {game.trump_card}:
                return game, seat


@pytest.mark.parametrize(
    ("rules", "plies", "hidden"),
    [
        (Rules(start_rank=11, num_suits=2, hand_size=2), 0, 5),
        (Rules(start_rank=11, num_suits=2, hand_size=2), 2, 4),
        (Rules(start_rank=11, num_suits=2, hand_size=2), 4, 3),
        (Rules(start_rank=11, num_suits=2, hand_size=2, include_trumps=False), 0, 6),
        (Rules(start_rank=11, num_suits=2, hand_size=3), 1, 4),
        (Rules(start_rank=13, hand_size=1), 3, 4),
        (Rules(start_rank=9, num_suits=2, hand_size=3), 8, 4),
        (Rules(start_rank=6, num_suits=1, hand_size=2), 3, 5),
        (Rules(start_rank=11, num_suits=2, hand_size=2, transfer=True, passport=True), 3, 4),
        (Rules(num_players=4, start_rank=13, num_suits=3, hand_size=1), 0, 4),
        (Rules(num_players=4, start_rank=12, num_suits=3, hand_size=2), 0, 6),
        (Rules(num_players=4, start_rank=12, num_suits=3, hand_size=2, include_trumps=False), 5, 5),
        (Rules(num_players=4, start_rank=11, num_suits=2, num_teams=2), 3, 5),
        (Rules(num_players=4, start_rank=11, num_suits=3, hand_size=2, transfer=True, passport=True), 12, 5),
        pytest.param(Rules(num_players=3, start_rank=11, num_suits=2, hand_size=2), 0, 5, marks=pytest.mark.slow),
        pytest.param(Rules(num_players=3, start_rank=11, num_suits=2, hand_size=2), 3, 4, marks=pytest.mark.slow),
        pytest.param(Rules(num_players=3, start_rank=11, num_suits=2), 4, 4, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_determinize_is_uniform(rules: Rules, plies: int, hidden: int) -> None:
    """Each consistent state, hands and talon order alike, is drawn equally often."""
    game, seat = small_position(rules, plies, seed=plies, hidden=hidden)
    orders = itertools.permutations(hidden_cards(game, seat))
    consistent = {drawn_state(with_hidden_cards(game, seat, order)).tobytes() for order in orders}
    info = InformationSet.of(state_of(game), rules, seat)
    draws = 60 * len(consistent)
    state, stream = np.zeros(1, state_dtype(rules))[0], streams_from_seed(8, plies, hidden)[0]
    counts = dict.fromkeys(consistent, 0)
    for _ in range(draws):
        determinize_into(info.record, stream, state)
        counts[state.tobytes()] += 1
    assert len(counts) == len(consistent) > 1
    assert chisquare(list(counts.values())).pvalue > 1e-3


@TABLES
def test_cards_taken_up_and_the_drawn_trump_card_stay(rule_sets: tuple[Rules, ...]) -> None:
    rng = np.random.default_rng(9)
    seen_taken = seen_drawn = 0
    for rules, game in positions(1_000, 9, rule_sets):
        for seat in game.seats:
            drawn = determinize(InformationSet.of(state_of(game), rules, seat), rng)
            for holder in game.seats:
                hand = int(drawn.hands[holder])
                seen_taken += bool(game.talon and holder != seat and game.known[holder])
                assert all(hand >> SLOTS[card] & 1 for card in game.known[holder])
                if not game.talon and game.trump_card:
                    held = hand >> SLOTS[game.trump_card] & 1
                    assert held == (game.trump_card in game.hands[holder])
                    seen_drawn += held
    assert min(seen_taken, seen_drawn) > 20


@pytest.mark.parametrize("seat", [2, -1, "0", None, True, 1.0])
def test_an_unknown_seat_is_refused(seat: Any) -> None:
    game = oracle_game(Rules(), deck_cards(), None, 0)
    with pytest.raises(ValueError, match="seat must be 0 or 1"):
        InformationSet.of(state_of(game), Rules(), seat)


def test_a_copy_shares_nothing() -> None:
    info = InformationSet.of(state_of(oracle_game(Rules(), deck_cards(), None, 0)), Rules(), 0)
    copied, before = info.copy(), info.key()
    assert copied == info
    copied.record.hands[0] = 0
    assert info.key() == before != copied.key()


def test_an_information_set_is_hashable_knowledge() -> None:
    rules = Rules()
    game = oracle_game(rules, deck_cards(), None, 0)
    first = InformationSet.of(state_of(game), rules, 0)
    same = InformationSet.of(state_of(game.copy()), rules, 0)
    assert {first: "kept"}[same] == "kept"
    assert first != InformationSet.of(state_of(game), rules, 1)
    assert first != InformationSet.of(state_of(game), rules, 0, open_world=True)
    assert first != InformationSet.of(state_of(game), rules, 0, plies=[(0, 1)])
    assert first != InformationSet(first.record, rules, first.plies, first.first_trump + 1)  # seen in the first hand
    assert first != "knowledge"
    later = game.copy()
    later.bouts, later.plies = 3, 9
    counted = InformationSet.of(state_of(later), rules, 0)
    before = counted.record.tobytes()
    assert counted.key() == first.key()
    assert hash(counted) == hash(first)
    assert counted.record.tobytes() == before
    assert counted.record.trump_card != NO_CARD
