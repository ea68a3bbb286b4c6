"""Observations: every piece says what the information set says, and hidden cards show in nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from cardkit.encoding import MAX_HISTORY
from cardkit.pieces import CLOSED, ENCODINGS, HISTORY, OPEN
from cardkit.playing_cards import SUITS, Card
from durak_env.core.dealing import deal
from durak_env.core.records import DEFENCE, GAME_OVER
from durak_env.envs.aec_env import raw_env
from durak_env.information import InformationSet
from durak_env.observation.encoding import Encoding
from durak_env.observation.pieces import PIECES
from durak_env.rules import Rules
from tests.durak_env.test_information import hidden_cards, positions, with_hidden_cards
from tests.support.agreement import SLOTS, oracle_game, random_game, state_of
from tests.support.oracle import Game
from tests.support.oracle_cards import deck_cards
from tests.support.oracle_knowledge import sees
from tests.support.rule_sets import RULE_SETS

DTYPES = ("float32", "uint8")


@pytest.mark.parametrize("vector", [np.zeros(5), np.zeros(302), np.zeros((2, 301)), None, "x"], ids=repr)
def test_what_is_no_observation_is_not_decoded(vector: Any) -> None:
    encoding = Encoding(Rules())
    assert encoding.size == 301
    assert sum(piece.size for piece in encoding.decode(np.zeros(301)).values()) == 301
    with pytest.raises(ValueError, match=r"vector must have the shape \(301,\)"):
        encoding.decode(vector)


def test_an_encoding_is_for_the_games_of_its_rules() -> None:
    rules = Rules(max_attack_cards=6)
    info = InformationSet.of(deal(rules, np.random.default_rng(1)), rules, 0)
    with pytest.raises(ValueError, match=r"rules standard, not for max_attack_cards=6"):
        Encoding(Rules()).observe(info)


def cards_at(piece: np.ndarray, rules: Rules) -> set[Card]:
    """Return the cards of a piece that has an entry a card."""
    assert set(np.unique(piece)) <= {0, 1}
    return {rules.deck[number] for number in np.flatnonzero(piece)}


def check_pieces(encoding: Encoding, info: InformationSet) -> None:
    """Compare every piece with the information set's properties."""
    rules, seat = encoding.rules, info.seat
    vector, mask = encoding.observe(info)
    assert vector.dtype == encoding.dtype
    assert encoding.vector_space.contains(vector)
    assert encoding.mask_space.contains(mask)
    assert np.flatnonzero(mask).tolist() == list(info.legal_actions)
    pieces = encoding.decode(vector)
    assert list(pieces) == [piece.name for piece in encoding.pieces]
    assert sum(piece.size for piece in pieces.values()) == encoding.size
    to_beat = {info.table[-1]} if info.phase == DEFENCE else set()
    wanted = {
        "own_hand": set(info.hand),
        "other_hand": set(info.other_hand),
        "unseen": set(info.unseen),
        "attack_cards": set(info.attack_cards),
        "defence_cards": set(info.defence_cards),
        "card_to_beat": to_beat,
        "discard": set(info.discard),
        "trump_card": {info.trump_card} - {None} if info.talon_size else set(),
    }
    for name, cards in wanted.items():
        if name in pieces:
            assert cards_at(pieces[name], rules) == cards, name
    assert ("unseen" in pieces) == (encoding.name != OPEN)
    assert ("plies" in pieces) == (encoding.name == HISTORY)
    assert ("talon" in pieces) == (encoding.name == OPEN and rules.has_talon)
    suits = [SUITS[number] for number in np.flatnonzero(pieces["trump_suit"])]
    assert suits == ([info.trump_suit] if info.trump_suit else [])
    assert pieces["role"].tolist() == [info.attacker == seat, info.to_move]
    assert np.flatnonzero(pieces["phase"]).tolist() == ([] if info.phase == GAME_OVER else [info.phase])
    unit = 1 if encoding.dtype == "uint8" else 1 / rules.num_cards
    assert pieces["own_hand_size"][0] == pytest.approx(info.hand_sizes[seat] * unit, rel=1e-6)
    assert pieces["other_hand_size"][0] == pytest.approx(info.hand_sizes[1 - seat] * unit, rel=1e-6)
    assert pieces["talon_size"][0] == pytest.approx(info.talon_size * unit, rel=1e-6)
    if "talon" in pieces:
        for place, row in enumerate(pieces["talon"]):
            assert cards_at(row, rules) == ({info.talon[place]} if place < info.talon_size else set())
    if "plies" in pieces:
        check_plies(pieces["plies"], info)


def check_plies(rows: np.ndarray, info: InformationSet) -> None:
    """Compare the last plies, the latest first."""
    latest = info.plies[::-1]
    for place, row in enumerate(rows):
        if place >= len(latest):
            assert not row.any()
            continue
        seat, action = latest[place]
        assert np.flatnonzero(row[:-1]).tolist() == [action]
        assert row[-1] == (seat == info.seat)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ENCODINGS)
def test_pieces_say_what_the_information_set_says(name: str, dtype: str) -> None:
    for rules, game in positions(80, seed=1):
        encoding = Encoding(rules, name, dtype)
        for seat in (0, 1):
            open_world = name == OPEN
            info = InformationSet.of(state_of(game), rules, seat, open_world)
            if name == HISTORY:  # the counter of plies belongs to a history; this position has none
                info.record.plies = 0
            check_pieces(encoding, info)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("history", [1, 16, MAX_HISTORY])
def test_history_shows_the_last_plies(history: int, dtype: str) -> None:
    rng = random.Random(2)
    longest = 0
    for number, rules in enumerate(RULE_SETS):
        if (number + history) % 8 and rules != Rules(start_rank=2):
            continue
        env = raw_env(rules, encoding=HISTORY, history=history, dtype=dtype)
        encoding = Encoding(rules, HISTORY, dtype, history)
        env.reset(seed=number)
        while not any(env.terminations.values()):
            env.step(env.sample_action())
            for agent in env.possible_agents:
                info = env.information_set(agent)
                longest = max(longest, len(info.plies))
                assert np.array_equal(env.observe(agent)["observation"], env.encoding.observe(info)[0])
                check_plies(encoding.decode(env.observe(agent)["observation"])["plies"], info)
            if rng.random() < 0.2:
                check_pieces(encoding, env.information_set(env.possible_agents[-1]))
    assert longest > MAX_HISTORY


def test_history_is_closed_and_more() -> None:
    for rules, game in positions(80, seed=3):
        info = InformationSet.of(state_of(game), rules, 0)
        info.record.plies = 0
        closed = Encoding(rules, CLOSED)
        history = Encoding(rules, HISTORY, history=4)
        mine, theirs = closed.decode(closed.observe(info)[0]), history.decode(history.observe(info)[0])
        assert all(np.array_equal(mine[name], theirs[name]) for name in mine)
        assert set(theirs) - set(mine) == {"plies"}


@pytest.mark.parametrize("name", ENCODINGS)
def test_bytes_times_scale_are_the_floats(name: str) -> None:
    for rules, game in positions(80, seed=4):
        floats, whole = Encoding(rules, name), Encoding(rules, name, "uint8")
        assert floats.size == whole.size
        info = InformationSet.of(state_of(game), rules, 1, name == OPEN)
        info.record.plies = 0
        vector, mask = floats.observe(info)
        small, same_mask = whole.observe(info)
        scale = np.ones(floats.size, np.float32)
        for piece in floats.pieces:
            if piece.name.endswith("_size"):
                scale[floats.slices[piece.name]] = 1 / rules.num_cards
        assert np.allclose(small * scale, vector, rtol=1e-6, atol=0)
        assert np.array_equal(mask, same_mask)
        assert vector.min() >= 0
        assert vector.max() <= 1


def test_the_layout_of_the_standard_game() -> None:
    sizes = {name: Encoding(Rules(), name).size for name in ENCODINGS}
    cards = 36
    assert sizes == {CLOSED: 8 * cards + 13, OPEN: 7 * cards + 24 * cards + 13, HISTORY: 8 * cards + 16 * 39 + 13}
    for name in ENCODINGS:
        encoding = Encoding(Rules(), name)
        stops = [0, *(place.stop for place in encoding.slices.values())]
        assert [place.start for place in encoding.slices.values()] == stops[:-1]
        assert stops[-1] == encoding.size
        table = encoding.table()
        for piece in encoding.pieces:
            assert f"| `{piece.name}` |" in table
            assert piece.meaning in table
    assert {piece.name for name in ENCODINGS for piece in Encoding(Rules(), name).pieces} <= {p.name for p in PIECES}


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_rule_set_has_a_layout(name: str, dtype: str) -> None:
    for rules in RULE_SETS:
        encoding = Encoding(rules, name, dtype)
        assert encoding.vector_space.shape == (encoding.size,)
        assert encoding.vector_space.dtype == dtype
        assert encoding.dict_space["action_mask"].shape == (rules.num_actions,)


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"name": "x-ray"}, "x-ray"),
        ({"dtype": "float64"}, "float64"),
        ({"dtype": np.float32}, "dtype"),
        ({"history": 0}, "history"),
        ({"history": MAX_HISTORY + 1}, "history"),
        ({"history": True}, "history"),
        ({"history": 1.5}, "history"),
        ({"history": "16"}, "history"),
    ],
    ids=str,
)
def test_impossible_encodings(settings: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        Encoding(Rules(), **settings)


# Honesty


def twins(game: Game, viewer: int, rng: random.Random) -> Game:
    """Lay the cards hidden from the viewer out anew."""
    order = hidden_cards(game, viewer)
    rng.shuffle(order)
    return with_hidden_cards(game, viewer, order)


def check_honesty(count: int, seed: int) -> None:
    rng = random.Random(seed)
    moved = 0
    for number, (rules, game) in enumerate(positions(count, seed)):
        encodings = [Encoding(rules, CLOSED, DTYPES[number % 2]), Encoding(rules, HISTORY, DTYPES[1 - number % 2], 4)]
        for viewer in (0, 1):
            other = twins(game, viewer, rng)
            mine = InformationSet.of(state_of(game), rules, viewer)
            theirs = InformationSet.of(state_of(other), rules, viewer)
            moved += (other.hands, other.talon) != (game.hands, game.talon)
            for encoding in encodings:
                for first, second in zip(encoding.observe(mine), encoding.observe(theirs), strict=True):
                    assert first.tobytes() == second.tobytes(), (rules, viewer)
            if game.over or game.to_move != viewer:
                assert not encodings[0].observe(mine)[1].any()
    assert moved > 0.5 * count


def test_hidden_cards_show_in_nothing() -> None:
    check_honesty(500, seed=5)


@pytest.mark.slow
def test_hidden_cards_show_in_nothing_in_many_positions() -> None:
    check_honesty(5_000, seed=6)


def looks_the_same(game: Game, other: Game, viewer: int, texts: Sequence[str]) -> bool:
    """Return whether two games, as the oracle plays them, look alike to the viewer all along a line of play."""
    for text in texts:
        if text not in other.legal() or sees(game, viewer) != sees(other, viewer):
            return False
        game.play(text)
        other.play(text)
    return sees(game, viewer) == sees(other, viewer)


@pytest.mark.parametrize("encoding", [CLOSED, HISTORY])
def test_whole_lines_of_play_with_other_hidden_cards_look_the_same(encoding: str) -> None:
    """Two decks that differ in cards hidden from the viewer to the line's end look alike at each step."""
    rng = random.Random(7)
    compared = differing = 0
    for rules in (Rules(), Rules(max_attack_cards=2), Rules(start_rank=2), Rules(start_rank=9, hand_size=3)):
        for _ in range(10):
            game = random_game(rules, rng)
            deck = list(game.deck)
            start, texts = game.copy(), []
            length = rng.randrange(1, 30)
            while not game.over and len(texts) < length:
                texts.append(rng.choice(sorted(game.legal())))
                game.play(texts[-1])
            ids = {str(card): number for number, card in enumerate(rules.deck)}
            ids |= {"take": rules.take, "done": rules.done}
            actions = [ids[text] for text in texts]
            for viewer in (0, 1):
                hidden = hidden_cards(game, viewer)
                swapped = hidden[:]
                rng.shuffle(swapped)
                renamed = dict(zip(hidden, swapped, strict=True))
                other = [renamed.get(card, card) for card in deck]
                envs = [raw_env(rules, encoding=encoding) for _ in range(2)]
                twin = oracle_game(rules, other, None, start.attacker)
                if not looks_the_same(start.copy(), twin, viewer, texts):  # a bout ends by itself, or does not
                    continue
                for env, one in zip(envs, (deck, other), strict=True):
                    env.reset(options={"deck": one, "attacker": start.attacker})
                    for action in actions:
                        env.step(action)
                agent = f"player_{viewer}"
                first, second = (env.observe(agent) for env in envs)
                assert first["observation"].tobytes() == second["observation"].tobytes()
                assert first["action_mask"].tobytes() == second["action_mask"].tobytes()
                infos = [env.infos[agent]["action_mask"] for env in envs]
                assert np.array_equal(*infos)
                assert envs[0].information_set(agent) == envs[1].information_set(agent)
                compared += 1
                differing += other != deck
    assert compared > 40
    assert differing > 20


def test_the_open_world_does_show_them() -> None:
    rng = random.Random(8)
    differing = 0
    for rules, game in positions(100, seed=8):
        encoding = Encoding(rules, OPEN)
        other = twins(game, 0, rng)
        left, right = (
            encoding.observe(InformationSet.of(state_of(one), rules, 0, open_world=True))[0] for one in (game, other)
        )
        assert np.array_equal(left, right) == ((other.hands, other.talon) == (game.hands, game.talon))
        differing += not np.array_equal(left, right)
    assert differing > 30


def test_slots_of_the_tests_are_the_package_s() -> None:
    assert {card: Card(card).slot for card in deck_cards(2)} == {card: SLOTS[card] for card in deck_cards(2)}
