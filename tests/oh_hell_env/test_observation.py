"""Observations: every piece says what the information set says, and hidden cards show in nothing."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from cardkit.encoding import MAX_HISTORY
from cardkit.pieces import ENCODINGS, HISTORY, OPEN
from cardkit.playing_cards import Card
from oh_hell_env.core.records import OVER, Phase
from oh_hell_env.information import InformationSet, determinize
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.observation.pieces import PIECES
from oh_hell_env.rules import Rules
from tests.support.game_kinds import each_table_of_oh_hell
from tests.support.oh_hell.random_games import positions

DTYPES = ("float32", "uint8")


def from_own(values: Sequence[Any], seat: int) -> list[Any]:
    """Sort values by seat, the own seat first, the others clockwise."""
    return [*values[seat:], *values[:seat]]


def bits(piece: np.ndarray) -> list[int]:
    """Return the entries that are 1."""
    assert set(np.unique(piece)) <= {0, 1}
    return np.flatnonzero(piece).tolist()


def ids(cards: Iterable[Card], rules: Rules) -> list[int]:
    return sorted(map(rules.deck.index, cards))


def check_pieces(encoding: Encoding, info: InformationSet) -> None:
    """Compare every piece with the information set's properties."""
    rules, seat, phase = encoding.rules, info.seat, info.phase
    vector, mask = encoding.observe(info)
    assert vector.dtype == encoding.dtype
    assert encoding.vector_space.contains(vector)
    assert encoding.mask_space.contains(mask)
    assert np.flatnonzero(mask).tolist() == list(info.legal_actions)
    pieces = encoding.decode(vector)
    assert list(pieces) == [piece.name for piece in encoding.pieces]
    assert sum(piece.size for piece in pieces.values()) == encoding.size
    in_trick = {(info.leader + place) % rules.num_players: card for place, card in enumerate(info.trick)}
    trick = [[in_trick[one]] if one in in_trick else [] for one in range(rules.num_players)]
    earlier = [set(cards) - set(trick[one]) for one, cards in enumerate(info.played_by)]
    assert [bits(row) for row in pieces["trick"]] == [ids(cards, rules) for cards in from_own(trick, seat)]
    assert [bits(row) for row in pieces["earlier_tricks"]] == [ids(cards, rules) for cards in from_own(earlier, seat)]
    by_seat = {
        "bids": [[bid + 1] for bid in info.bids],
        "tricks_won": [list(range(won)) for won in info.won],
        "voids": [sorted(map(rules.suits.index, suits)) for suits in info.voids],
    }
    for name, values in by_seat.items():
        assert [bits(row) for row in pieces[name]] == from_own(values, seat), name
    trumps = {"?": [], None: [rules.num_suits]}
    once = {
        "phase": [] if phase == Phase.OVER else [int(phase)],
        "hand_size": [info.hand_size - 1],
        "own_hand": ids(info.hand, rules),
        "turned_card": ids([info.turned] if info.turned else [], rules),
        "trump_suit": trumps[info.trump] if info.trump in trumps else [rules.suits.index(str(info.trump))],
        "leader": [(info.leader - seat) % rules.num_players],
        "dealer": [(info.dealer - seat) % rules.num_players],
    }
    for name, values in once.items():
        assert bits(pieces[name]) == values, name
    check_sizes(encoding, info, pieces)
    assert ("other_hands" in pieces) == ("undealt_cards" in pieces) == (encoding.name == OPEN)
    if encoding.name == OPEN:
        assert [bits(row) for row in pieces["other_hands"]] == [
            ids(cards, rules) for cards in from_own(info.hands, seat)[1:]
        ]
        assert bits(pieces["undealt_cards"]) == ids(info.unseen, rules)
    assert ("plies" in pieces) == (encoding.name == HISTORY)
    if "plies" in pieces:
        check_plies(pieces["plies"], info)


def check_sizes(encoding: Encoding, info: InformationSet, pieces: dict[str, np.ndarray]) -> None:
    """Check the numbers: shares of the largest in size, or bytes from the smallest on."""
    rules, seat = encoding.rules, info.seat
    least, most = rules.points_range
    tricks = max(rules.schedule)
    wanted = info.bids[seat] - info.won[seat] if info.bids[seat] >= 0 else 0
    if encoding.dtype == "float32":
        assert pieces["wanted"].tolist() == pytest.approx([wanted / tricks])
        scores = np.array(from_own(info.scores, seat)) / max(-least, most)
        assert pieces["scores"].tolist() == pytest.approx(scores.tolist())
        assert pieces["undealt"].tolist() == pytest.approx([info.undealt / rules.num_cards])
    else:
        assert pieces["wanted"].tolist() == [wanted + tricks]
        assert most - least <= 255
        assert pieces["scores"].tolist() == [score - least for score in from_own(info.scores, seat)]
        assert pieces["undealt"].tolist() == [info.undealt]


def check_plies(rows: np.ndarray, info: InformationSet) -> None:
    """Check the last plies of the round, the latest first."""
    rules = info.rules
    in_round = len(info.plies) - rules.num_players * sum(size + 1 for size in info.schedule[: info.round])
    latest = info.plies[::-1][:in_round]
    for place, row in enumerate(rows):
        if place >= len(latest):
            assert not row.any()
            continue
        player, action = latest[place]
        assert bits(row) == [action, rules.num_actions + (player - info.seat) % rules.num_players]


@each_table_of_oh_hell
def test_every_piece_says_what_the_seat_knows(rules: Rules) -> None:
    for seed in (1, 2):
        for state, plies in positions(rules, seed):
            for name in ENCODINGS:
                for dtype in DTYPES:
                    encoding = Encoding(rules, name, dtype, history=5 if seed == 1 else MAX_HISTORY)
                    for seat in range(rules.num_players):
                        check_pieces(encoding, InformationSet.of(state, rules, seat, name == OPEN, plies))


@each_table_of_oh_hell
def test_observations_depend_on_nothing_that_the_seat_does_not_know(rules: Rules) -> None:
    rng, exchanged = np.random.default_rng(0), 0
    for state, plies in positions(rules, seed=3, every=3):
        if state.phase == OVER:
            continue
        for seat in range(rules.num_players):
            info = InformationSet.of(state, rules, seat, plies=plies)
            other = determinize(info, rng)
            exchanged += other.hands.tobytes() != state.hands.tobytes()
            twin = InformationSet.of(other, rules, seat, plies=plies)
            for name in ("closed", HISTORY):
                for dtype in DTYPES:
                    mine, theirs = (Encoding(rules, name, dtype).observe(one) for one in (info, twin))
                    assert mine[0].tobytes() == theirs[0].tobytes()
                    assert mine[1].tobytes() == theirs[1].tobytes()
    assert exchanged > 5


def test_four_seats_with_thirteen_cards_have_the_documented_size() -> None:
    assert Encoding(Rules()).size == 682
    assert Encoding(Rules(), OPEN).size == 682 + 3 * 52 + 52
    assert Encoding(Rules(), HISTORY, history=3).size == 682 + 3 * (66 + 4)


def test_many_points_become_coarse_in_bytes() -> None:
    rules = Rules(num_players=2, hand_sizes=(2, 2), bonus=1000, points_per_trick=1000, scoring="penalty")
    encoding = Encoding(rules, dtype="uint8")
    (info,) = [InformationSet.of(state, rules, 0) for state, _ in positions(rules, every=100) if state.phase == OVER]
    least, most = rules.points_range
    shown = encoding.decode(encoding.observe(info)[0])["scores"]
    assert encoding.vector_space.high.max() == 255
    assert shown.tolist() == pytest.approx([(score - least) / (most - least) * 255 for score in info.scores], abs=1)


def test_an_encoding_is_its_settings() -> None:
    given: Any
    for given in ({"num_players": 3}, "num_players=3"):
        assert Encoding(given, HISTORY, "uint8", 4) == Encoding(Rules(num_players=3), HISTORY, "uint8", 4)
    encoding = Encoding(Rules(num_players=3), HISTORY, "uint8", 4)
    again = pickle.loads(pickle.dumps(encoding))
    assert again == encoding
    assert again.layout.tobytes() == encoding.layout.tobytes()
    settings: Any
    for settings, said in ((("x",), "x"), ((HISTORY, "int8"), "int8"), ((HISTORY, "uint8", 0), "history")):
        with pytest.raises(ValueError, match=said):
            Encoding(Rules(), *settings)


def test_the_table_lists_every_piece_in_its_place() -> None:
    encoding = Encoding(Rules(), HISTORY)
    rows = [row.split(" | ") for row in encoding.table().splitlines()[2:]]
    names = [row[0].strip("|` ") for row in rows]
    assert names == [piece.name for piece in PIECES if HISTORY in piece.encodings]
    assert [int(row[2]) for row in rows] == [encoding.slices[name].start for name in names]
