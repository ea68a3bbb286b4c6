"""What a seat is given depends on what it knows and on nothing else; determinize draws from exactly the rest."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from cardkit.compiled.prng import streams_from_seed
from durak_env import Phase
from durak_env.action_errors import action_text
from durak_env.game import NO_CARD, PHASES, STATE, legal_actions
from durak_env.information import INFO, InformationSet, determinize, determinize_into, observe
from durak_env.rules import Rules
from tests.support.agreement import RULE_SETS, SLOTS, TEXTS, oracle_game, random_game, state_of
from tests.support.oracle import Game, deck_cards, sees


def positions(count: int, seed: int, rule_sets: tuple[Rules, ...] = RULE_SETS) -> Iterator[tuple[Rules, Game]]:
    """Random positions of random games, the rule sets in turn, the first and the last positions of games among them."""
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


def hidden_cards(game: Game, seat: int) -> tuple[list[str], int]:
    """The cards whose place the seat does not know, and how many of them the other seat holds."""
    in_hand = game.hands[1 - seat] - game.known[1 - seat]
    in_talon = set(game.talon) - {game.trump_card}
    return sorted(in_hand | in_talon), len(in_hand)


def with_hidden_cards(game: Game, seat: int, order: list[str]) -> Game:
    """The game with the hidden cards laid out anew: the other hand gets the first of ``order``, the talon the rest."""
    other = game.copy()
    _, held = hidden_cards(game, seat)
    other.hands[1 - seat] = set(game.known[1 - seat]) | set(order[:held])
    under = [game.trump_card] if game.talon and game.trump_card else []
    other.talon = [*order[held:], *under]
    return other


def check_honesty(count: int, seed: int) -> None:
    rng = random.Random(seed)
    moved = 0
    for rules, game in positions(count, seed):
        state = state_of(game)
        for viewer in (0, 1):
            order, _ = hidden_cards(game, viewer)
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


def test_hidden_cards_change_nothing() -> None:
    check_honesty(1_500, seed=1)


@pytest.mark.slow
def test_hidden_cards_change_nothing_in_many_positions() -> None:
    check_honesty(10_000, seed=2)


@pytest.mark.parametrize("open_world", [False, True], ids=["closed", "open"])
def test_nothing_is_left_of_an_earlier_use(open_world: bool) -> None:
    """A record that served other games and the other seat before holds the same knowledge as a new one."""
    used = np.zeros(1, INFO)[0]
    for _, game in positions(400, seed=3):
        for seat in (0, 1):
            fresh = np.zeros(1, INFO)[0]
            observe(state_of(game), seat, open_world, fresh)
            observe(state_of(game), seat, open_world, used)
            assert used.tobytes() == fresh.tobytes()


def test_knowledge_is_the_oracle_s() -> None:
    for rules, game in positions(1_000, seed=4):
        for seat in (0, 1):
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
                    else set(info.other_hand)
                    for holder in (0, 1)
                ],
                "unseen": set(info.unseen),
                "hand_sizes": info.hand_sizes,
                "talon_size": info.talon_size,
                "attacker": info.attacker,
                "phase": PHASES[info.phase].replace("-", "_").replace(" ", "_").replace("game_over", "over"),
                "legal": {action_text(action, rules) for action in info.legal_actions},
            }
            seen = sees(game, seat)
            assert told == {name: seen[name] for name in told}
            assert isinstance(info.phase, Phase)
            assert info.phase.name.lower().replace("game_", "") == game.phase
            assert info.phase == int(info.record.phase)
            assert info.to_move == (game.to_move == seat)
            under = [None] * len(game.talon)
            if game.talon and game.trump_card:
                under[-1] = game.trump_card
            assert list(info.talon) == under
            assert info.trump_card == game.trump_card
            assert info.defence_cards == tuple(card for kind, card in game.table if kind == "defence")


def test_nothing_is_hidden_without_a_talon() -> None:
    for rules, game in positions(600, seed=5):
        if not game.talon:
            for seat in (0, 1):
                info = InformationSet.of(state_of(game), rules, seat)
                assert set(info.other_hand) == game.hands[1 - seat]
                assert info.unseen == ()


def test_the_open_world_knows_everything() -> None:
    for rules, game in positions(300, seed=6):
        for seat in (0, 1):
            info = InformationSet.of(state_of(game), rules, seat, open_world=True)
            assert set(info.hand) == game.hands[seat]
            assert set(info.other_hand) == game.hands[1 - seat]
            assert list(info.talon) == game.talon
            assert info.unseen == ()
            assert info.to_move == (game.to_move == seat)


def test_determinize_keeps_the_information_set() -> None:
    rng = np.random.default_rng(7)
    for rules, game in positions(1_000, seed=7):
        state = state_of(game)
        for seat in (0, 1):
            info = InformationSet.of(state, rules, seat)
            before = info.record.tobytes()
            drawn = determinize(info, rng)
            assert info.record.tobytes() == before
            assert InformationSet.of(drawn, rules, seat) == info
            assert int(drawn.legal) == int(legal_actions(drawn))
            assert (int(drawn.legal) == 0) == game.over
            order, held = hidden_cards(game, seat)
            slots = [slot for slot in drawn.talon[: drawn.talon_size][::-1].tolist() if slot != drawn.trump_card]
            talon = [TEXTS[slot] for slot in slots]
            hand = [card for card in order if int(drawn.hands[1 - seat]) >> SLOTS[card] & 1]
            assert sorted(hand + talon) == order
            assert len(hand) == held
            # the whole record is the one that these cards make of the oracle's game
            assert drawn.tobytes() == state_of(with_hidden_cards(game, seat, hand + talon)).tobytes()
            if game.talon and game.trump_card:
                assert drawn.talon[0] == SLOTS[game.trump_card]
            opened = InformationSet.of(state, rules, seat, open_world=True)
            assert determinize(opened, rng).tobytes() == state.tobytes()


def small_position(rules: Rules, plies: int, seed: int, hidden: int) -> tuple[Game, int]:
    """A random game still on after ``plies`` plies, and a seat from which ``hidden`` cards are hidden."""
    rng = random.Random(seed)
    while True:
        game = random_game(rules, rng)
        while not game.over and game.plies < plies:
            game.play(rng.choice(sorted(game.legal())))
        for seat in (0, 1):
            if not game.over and len(hidden_cards(game, seat)[0]) == hidden and hidden_cards(game, seat)[1]:
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
    ],
    ids=str,
)
def test_determinize_is_uniform(rules: Rules, plies: int, hidden: int) -> None:
    """Each consistent state, hand and talon order alike, is drawn equally often."""
    game, seat = small_position(rules, plies, seed=plies, hidden=hidden)
    order, held = hidden_cards(game, seat)
    consistent = {
        state_of(with_hidden_cards(game, seat, [*hand, *talon])).tobytes()
        for hand in itertools.combinations(order, held)
        for talon in itertools.permutations(sorted(set(order) - set(hand)))
    }
    info = InformationSet.of(state_of(game), rules, seat)
    draws = 60 * len(consistent)
    state, stream = np.zeros(1, STATE)[0], streams_from_seed(8, plies, hidden)[0]
    counts = dict.fromkeys(consistent, 0)
    for _ in range(draws):
        determinize_into(info.record, stream, state)
        counts[state.tobytes()] += 1
    assert len(counts) == len(consistent) > 1
    assert chisquare(list(counts.values())).pvalue > 1e-3


def test_cards_taken_up_and_the_drawn_trump_card_stay() -> None:
    rng = np.random.default_rng(9)
    seen_taken = seen_drawn = 0
    for rules, game in positions(1_500, seed=9):
        for seat in (0, 1):
            other = 1 - seat
            if not (game.talon and game.known[other]):
                continue
            seen_taken += 1
            drawn = determinize(InformationSet.of(state_of(game), rules, seat), rng)
            assert all(int(drawn.hands[other]) >> SLOTS[card] & 1 for card in game.known[other])
        if not game.talon and game.trump_card:
            for seat in (0, 1):
                drawn = determinize(InformationSet.of(state_of(game), rules, seat), rng)
                for holder in (0, 1):
                    held = int(drawn.hands[holder]) >> SLOTS[game.trump_card] & 1
                    assert held == (game.trump_card in game.hands[holder])
                    seen_drawn += held
    assert min(seen_taken, seen_drawn) > 20


@pytest.mark.parametrize("seat", [2, -1, "0", None])
def test_an_unknown_seat_is_refused(seat: Any) -> None:
    game = oracle_game(Rules(), deck_cards(), None, 0)
    with pytest.raises(ValueError, match="seat is 0 or 1"):
        InformationSet.of(state_of(game), Rules(), seat)


def test_an_information_set_is_hashable_knowledge() -> None:
    rules = Rules()
    game = oracle_game(rules, deck_cards(), None, 0)
    first = InformationSet.of(state_of(game), rules, 0)
    same = InformationSet.of(state_of(game.copy()), rules, 0)
    assert {first: "kept"}[same] == "kept"
    assert first != InformationSet.of(state_of(game), rules, 1)
    assert first != InformationSet.of(state_of(game), rules, 0, open_world=True)
    assert first != InformationSet.of(state_of(game), rules, 0, plies=[(0, 1)])
    assert first != "knowledge"
    later = game.copy()
    later.bouts, later.plies = 3, 9
    counted = InformationSet.of(state_of(later), rules, 0)
    before = counted.record.tobytes()
    assert counted.key() == first.key()
    assert hash(counted) == hash(first)
    assert counted.record.tobytes() == before
    assert counted.record.trump_card != NO_CARD
