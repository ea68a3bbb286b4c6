"""Observations of larger tables: every piece says what the information set says, and hidden cards show in nothing."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from cardkit.pieces import CLOSED, ENCODINGS, HISTORY, OPEN
from cardkit.playing_cards import SUITS, Card
from durak_env.core.records import DEFENCE
from durak_env.envs.aec_env import raw_env
from durak_env.information import InformationSet
from durak_env.observation.encoding import Encoding
from durak_env.observation.pieces import PIECES
from durak_env.rules import Rules
from tests.durak_env.test_information import OTHERS, hidden_cards, positions, with_hidden_cards
from tests.support.agreement import state_of
from tests.support.rule_sets import MANY, QUICK
from tests.support.tables import each_table

each_name = pytest.mark.parametrize("name", ENCODINGS)
each_lot = pytest.mark.parametrize(
    "rule_sets",
    [
        pytest.param(QUICK, id="two and four seats"),
        pytest.param(OTHERS, id="three, five and six seats", marks=pytest.mark.slow),
    ],
)


def known_to(state: Any, rules: Rules, seat: int, open_world: bool = False) -> InformationSet:
    """Return a seat's knowledge of a position as if it had no past: the counter of plies belongs to a history."""
    info = InformationSet.of(state, rules, seat, open_world)
    info.record.plies = 0
    return info


def expected(encoding: Encoding, info: InformationSet) -> dict[str, list[float]]:
    """Compute the content of each piece from the information set's properties."""
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


@each_lot
@each_name
def test_pieces_say_what_the_information_set_says(rule_sets: tuple[Rules, ...], name: str) -> None:
    met = {"idle": 0, "unbeaten": 0}
    for rules, game in positions(60, 1, rule_sets):
        encodings = Encoding(rules, name), Encoding(rules, name, "uint8")
        for seat in game.seats:
            info = known_to(state_of(game), rules, seat, name == OPEN)
            for encoding in encodings:
                check_pieces(encoding, info)
            met["idle"] += info.idle > 0
            met["unbeaten"] += len(info.attack_cards) > len(info.defence_cards) + 1
    assert min(met.values()) > 0


def check_pieces(encoding: Encoding, info: InformationSet) -> None:
    """Compare every piece but the plies with the information set's properties, and the mask with its legal actions."""
    vector, mask = encoding.observe(info)
    assert encoding.vector_space.contains(vector)
    assert encoding.mask_space.contains(mask)
    assert np.flatnonzero(mask).tolist() == list(info.legal_actions)
    pieces, wanted = encoding.decode(vector), expected(encoding, info)
    assert not pieces.pop("plies", np.zeros(1)).any()
    assert set(pieces) == set(wanted)
    for name, values in pieces.items():
        assert np.allclose(values.ravel(), wanted[name][: values.size], rtol=1e-6, atol=0), name


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
    for rules in (*MANY, Rules()):
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
        env, encoding = raw_env(rules, encoding=HISTORY, history=5, dtype=dtype), Encoding(rules, HISTORY, dtype, 5)
        env.reset(seed=1)
        while not any(env.terminations.values()):
            env.step(env.sample_action())
            agent = rng.choice(env.possible_agents)
            info, seen = env.information_set(agent), env.observe(agent)["observation"]
            rows = encoding.decode(seen)["plies"]
            assert len(info.plies) == info.record.plies
            assert np.array_equal(encoding.observe(info)[0], seen)
            for row, (seat, action) in zip(rows, reversed(info.plies[-5:]), strict=False):
                assert np.flatnonzero(row).tolist() == [
                    action,
                    rules.num_actions + (seat - info.seat) % rules.num_players,
                ]
            assert not rows[len(info.plies) :].any()


@each_lot
def test_hidden_cards_show_in_nothing(rule_sets: tuple[Rules, ...]) -> None:
    rng, moved, looked = random.Random(2), 0, 0
    for rules, game in positions(120, 2, rule_sets):
        encodings = Encoding(rules, CLOSED), Encoding(rules, CLOSED, "uint8"), Encoding(rules, HISTORY, history=3)
        for seat in game.seats:
            order = hidden_cards(game, seat)
            twin = with_hidden_cards(game, seat, rng.sample(order, len(order)))
            moved += twin.hands != game.hands or twin.talon != game.talon
            looked += 1
            mine, theirs = (known_to(state_of(one), rules, seat) for one in (game, twin))
            for encoding in encodings:
                for first, second in zip(encoding.observe(mine), encoding.observe(theirs), strict=True):
                    assert first.tobytes() == second.tobytes()
                if game.to_move != seat:
                    assert not encoding.observe(mine)[1].any()
    assert moved > 0.5 * looked


def test_the_open_world_does_show_them() -> None:
    rng, differing = random.Random(3), 0
    for rules, game in positions(100, 3, QUICK):
        encoding, order = Encoding(rules, OPEN), hidden_cards(game, 0)
        twin = with_hidden_cards(game, 0, rng.sample(order, len(order)))
        first, second = (
            encoding.observe(known_to(state_of(one), rules, 0, open_world=True))[0] for one in (game, twin)
        )
        assert np.array_equal(first, second) == ((twin.hands, twin.talon) == (game.hands, game.talon))
        differing += not np.array_equal(first, second)
    assert differing > 30


def test_transfers_have_places_in_the_mask_and_a_trump_shown_is_known() -> None:
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
    env.step(42)
    for seat in range(4):
        pieces = Encoding(rules).decode(env.observe(f"player_{seat}")["observation"])
        assert np.flatnonzero(pieces["shown"]).tolist() == [(1 - seat) % 4]
        assert np.flatnonzero(pieces["mover"]).tolist() == [(2 - seat) % 4]
        assert np.flatnonzero(pieces["unbeaten"]).tolist() == [1]
        if seat != 1:
            assert np.flatnonzero(pieces[f"other_hand_{(1 - seat) % 4}"]).tolist() == [28]
