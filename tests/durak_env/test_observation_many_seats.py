"""Observations of larger tables: every piece says what the information set says, and hidden cards show in nothing."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from durak_env.cards import SUITS, Card
from durak_env.envs.aec_env import raw_env
from durak_env.game import DEFENCE, GAME_OVER
from durak_env.information import InformationSet
from durak_env.observation import CLOSED, ENCODINGS, HISTORY, OPEN, PIECES, Encoding
from durak_env.rules import Rules
from tests.durak_env.test_many_seats import hidden_places, laid_anew, positions
from tests.support.tables import each_table

SMALL = (
    Rules(num_players=4, start_rank=10, num_suits=3, hand_size=2, include_trumps=False),
    Rules(num_players=4, start_rank=11, hand_size=2, transfer=True, passport=True, first_discard_limit=3),
    Rules(num_players=4, start_rank=2, transfer=True, passport=True, throw_in="neighbours"),
    Rules(num_players=4, start_rank=14, num_teams=2),
    Rules(start_rank=9, hand_size=4, transfer=True, passport=True),
    Rules(start_rank=11, hand_size=3, first_discard_limit=1),
)
LATER = (
    Rules(num_players=3, start_rank=10, hand_size=4, transfer=True),
    Rules(num_players=5, start_rank=2, transfer=True, passport=True),
    Rules(num_players=6, start_rank=2, transfer=True, passport=True, hand_size=4),
    Rules(num_players=6, start_rank=11, num_teams=3),
)
by_rules = pytest.mark.parametrize(
    "rules", [*SMALL, *(pytest.param(rules, marks=pytest.mark.slow) for rules in LATER)], ids=str
)
each_name = pytest.mark.parametrize("name", ENCODINGS)


def known_to(state: Any, rules: Rules, seat: int, open_world: bool = False) -> InformationSet:
    """What a seat knows of a position, as if it had no past: the counter of plies belongs to a history."""
    info = InformationSet.of(state, rules, seat, open_world)
    info.record.plies = 0
    return info


def expected(encoding: Encoding, info: InformationSet) -> dict[str, list[float]]:
    """What each piece must hold, from the information set's properties."""
    rules, seat = encoding.rules, info.seat
    seats = [(seat + place) % rules.num_players for place in range(rules.num_players)]

    def cards(some: Any) -> list[float]:
        return [card in some for card in rules.deck]

    def flags(some: Any) -> list[float]:
        return [one in some for one in seats]

    def sizes(some: list[int], most: int) -> list[float]:
        return [size if encoding.dtype == "uint8" else size / most for size in some]

    unbeaten = info.attack_cards[len(info.defence_cards) :]
    wanted = {
        "own_hand": cards(info.hand),
        "unseen": cards(info.unseen),
        "attack_cards": cards(info.attack_cards),
        "defence_cards": cards(info.defence_cards),
        "card_to_beat": cards(unbeaten[:1] if info.phase == DEFENCE else ()),
        "discard": cards(info.discard),
        "trump_card": cards([info.trump_card] if info.talon_size else ()),
        **{f"other_hand_{place}": cards(info.hands[seats[place]]) for place in range(1, rules.num_players)},
        "unbeaten": cards(unbeaten),
        "trump_suit": [suit == info.trump_suit for suit in SUITS[: rules.num_suits]],
        "phase": [phase == info.phase for phase in range(4)],
        "attacker": flags([info.attacker]),
        "defender": flags([info.defender]),
        "mover": flags([info.mover]),
        "hand_sizes": sizes([info.hand_sizes[one] for one in seats], rules.num_cards),
        "talon_size": sizes([info.talon_size], rules.num_cards),
        "idle": sizes([info.idle], 2 * rules.num_cards),
        "shown": flags(info.shown),
        "talon": [bit for card in (*info.talon, *[None] * rules.num_cards) for bit in cards([card])],
    }
    left_out = {"unbeaten": rules.transfer, "shown": rules.passport, "unseen": encoding.name != OPEN}
    left_out["talon"] = encoding.name == OPEN and rules.has_talon
    return {name: values for name, values in wanted.items() if left_out.get(name, True)}


@by_rules
@each_name
def test_pieces_say_what_the_information_set_says(rules: Rules, name: str) -> None:
    met = {"shown": 0, "idle": 0, "unbeaten": 0}
    encodings = Encoding(rules, name), Encoding(rules, name, "uint8")
    for state in positions(rules, 0.1, seed=1, games=4 if rules.num_cards > 24 else 16):
        for seat in range(rules.num_players):
            info = known_to(state, rules, seat, name == OPEN)
            for encoding in encodings:
                vector, mask = encoding.observe(info)
                assert encoding.vector_space.contains(vector)
                assert encoding.mask_space.contains(mask)
                assert np.flatnonzero(mask).tolist() == list(info.legal_actions)
                pieces, wanted = encoding.decode(vector), expected(encoding, info)
                assert set(pieces) - {"plies"} == set(wanted)
                for piece, values in pieces.items():
                    if piece == "plies":
                        assert not values.any()
                    else:
                        assert np.allclose(values.ravel(), wanted[piece][: values.size], rtol=1e-6, atol=0), piece
            met["shown"] += len(info.shown) > 0
            met["idle"] += info.idle > 0
            met["unbeaten"] += len(info.attack_cards) > len(info.defence_cards) + 1
    assert not rules.transfer or met["unbeaten"] > 0
    assert not rules.passport or met["shown"] > 0


def test_sizes_of_the_layouts() -> None:
    sizes = [Encoding(Rules(num_players=seats)).size for seats in range(3, 7)]
    assert sizes == [346, 386, 426, 466]
    rules = Rules(num_players=4, transfer=True, passport=True)
    assert Encoding(rules).size == 386 + 36 + 4
    assert Encoding(rules, HISTORY, history=3).size == 386 + 36 + 4 + 3 * (43 + 4)
    assert Encoding(rules, OPEN).size == 386 + 4 + 12 * 36
    assert Encoding(Rules(transfer=True)).size == Encoding(Rules(first_discard_limit=3)).size + 36


@each_name
def test_a_layout_is_its_pieces_in_a_row(name: str) -> None:
    met = set()
    for rules in (*SMALL, *LATER, Rules()):
        encoding = Encoding(rules, name)
        stops = [0, *(place.stop for place in encoding.slices.values())]
        assert [place.start for place in encoding.slices.values()] == stops[:-1]
        assert stops[-1] == encoding.size
        assert encoding.table().count("\n") == len(encoding.pieces) + 1
        met |= {piece.name for piece in encoding.pieces}
    assert met >= {piece.name for piece in PIECES} - {"talon", "plies", "unseen"}


@each_table
def test_a_history_shows_who_played_what(rules: Rules) -> None:
    rng = random.Random(1)
    for dtype in ("float32", "uint8"):
        env = raw_env(rules, encoding=HISTORY, history=5, dtype=dtype)
        env.reset(seed=1)
        while not any(env.terminations.values()):
            env.step(env.sample_action())
            agent = rng.choice(env.possible_agents)
            info, seen = env.information_set(agent), env.observe(agent)["observation"]
            rows = env.encoding.decode(seen)["plies"]
            assert len(info.plies) == info.record.plies
            assert np.array_equal(env.encoding.observe(info)[0], seen)
            for row, (seat, action) in zip(rows, reversed(info.plies[-5:]), strict=False):
                assert np.flatnonzero(row).tolist() == [
                    action,
                    rules.num_actions + (seat - info.seat) % rules.num_players,
                ]
            assert not rows[len(info.plies) :].any()


@by_rules
def test_hidden_cards_show_in_nothing(rules: Rules) -> None:
    rng, moved = random.Random(2), 0
    encodings = Encoding(rules, CLOSED), Encoding(rules, CLOSED, "uint8"), Encoding(rules, HISTORY, history=3)
    for state in positions(rules, 0.3, seed=2, games=8):
        for seat in range(rules.num_players):
            places = hidden_places(state, seat)
            slots = [slot for _, slot in places]
            twin = laid_anew(state, places, rng.sample(slots, len(slots)))
            moved += twin.tobytes() != state.tobytes()
            mine, theirs = known_to(state, rules, seat), known_to(twin, rules, seat)
            for encoding in encodings:
                for first, second in zip(encoding.observe(mine), encoding.observe(theirs), strict=True):
                    assert first.tobytes() == second.tobytes()
                if info_is_done(state, mine):
                    assert not encoding.observe(mine)[1].any()
    assert moved > 20


def info_is_done(state: Any, info: InformationSet) -> bool:
    """Whether a seat has nothing to choose."""
    return state.phase == GAME_OVER or info.mover != info.seat


def test_the_open_world_does_show_them() -> None:
    rules, rng, differing = Rules(num_players=4, transfer=True), random.Random(3), 0
    encoding = Encoding(rules, OPEN)
    for state in positions(rules, 0.3, seed=3):
        places = hidden_places(state, 0)
        slots = [slot for _, slot in places]
        twin = laid_anew(state, places, rng.sample(slots, len(slots)))
        vectors = [encoding.observe(known_to(one, rules, 0, open_world=True))[0] for one in (state, twin)]
        assert np.array_equal(*vectors) == (twin.tobytes() == state.tobytes())
        differing += not np.array_equal(*vectors)
    assert differing > 10


def test_a_mask_has_a_place_for_each_suit_and_for_the_show() -> None:
    rules = Rules(num_players=4, transfer=True, passport=True)
    env = raw_env(rules)
    deck = ["7c", "6d", "8d", "9d", "Td", "Jd", "7h", "7s", "Ac", "Ad", "As", "Ah"]
    deck += [card for card in rules.deck if card not in deck]
    trump = deck.index("6s")
    deck[trump], deck[-1] = deck[-1], Card("6s")
    env.reset(options={"deck": deck, "attacker": 0})
    env.step(1)
    mask = env.observe("player_1")["action_mask"]
    assert np.flatnonzero(mask).tolist() == [8, 28, 35, 36, 40, 41, 42]
