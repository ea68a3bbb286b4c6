"""The check of a game: right games pass, and each fault is refused by name."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numba.np.numpy_support import from_dtype as as_numba_type

from cardkit.arena.match import MatchPlay
from cardkit.checking import play
from cardkit.checking.determinizations import DeterminizationCheck
from cardkit.checking.observations import write_first
from cardkit.compiled.protocol import copy_state, determinize
from cardkit.compiled.records import record
from cardkit.game import Game
from cardkit.game_check import check_game
from cardkit.notation.telling import NotationTelling
from cardkit.rules.tables import check_tables
from durak_env.durak import Durak
from oh_hell_env.oh_hell import OhHell
from tests.support.heist import UNKNOWN
from tests.support.heist_envs import HeistEncoding
from tests.support.heist_game import Heist
from tests.support.herding_encoding import HerdingEncoding
from tests.support.herding_game import Herding
from tests.support.wide import PLIES, SHARED, SLOT_OF
from tests.support.wide_envs import GAME, VolleyEncoding
from tests.support.wide_game import ACTIONS, Volley, random_agent

RIGHT = {
    "volley": (Volley(), VolleyEncoding(Volley())),
    "open": (Volley(open_world=True), None),
    "heist": (Heist(), HeistEncoding(Heist())),
    "herding": (Herding(), HerdingEncoding()),
}


@pytest.mark.parametrize(("game", "encoding"), RIGHT.values(), ids=RIGHT)
def test_the_games_of_the_tests_pass(game: Any, encoding: Any) -> None:
    check_game(game, 10, encoding=encoding)


@dataclass(frozen=True)
class Forgetful(Volley):
    """Volley that neither hides nor reports what INFO forgets."""

    forgotten_actions = ()


@dataclass(frozen=True)
class Talkative(Volley):
    """Volley that shows hands to spectators."""

    def information_set(self, state: Any, seat: int, plies: Any = ()) -> Any:
        return super().information_set(state, max(seat, 0), plies)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Forgetful(), r"INFO of seat \d is the same whether seat \d plays the action \d+ or \d+.*secret_actions if"),
        (Talkative(), r"spectators know another \w+ of a determinization for seat 1 than of the game"),
    ],
)
def test_what_others_must_not_be_told_is_found(game: Volley, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_game(game, 10)


# Tables


@dataclass(frozen=True)
class Faulty(Volley):
    """Volley with a fault."""

    fault: str = ""

    def __post_init__(self) -> None:
        name, number = {"seats": ("seats", 9), "plies": ("most_plies", PLIES - 1)}.get(self.fault, ("seats", 3))
        object.__setattr__(self, name, number)

    @property
    def action_ids(self) -> np.ndarray:
        ids = super().action_ids
        if self.fault == "width":
            return ids[:, :64]
        if self.fault == "lacking":
            ids[0, SLOT_OF[7]] = -1
        if self.fault == "twice":
            ids[0, 149 + 10] = 7
        if self.fault == "beyond":
            ids[0, 149 + 10] = ACTIONS
        return ids

    def new_states(self, count: int = 1) -> np.ndarray:
        if self.fault == "fields":
            return np.zeros(count, record([("plies", np.int64)], "volley"))
        return super().new_states(count)

    def new_info(self) -> np.ndarray:
        if self.fault == "widths":
            fields = [("legal", np.uint64) if field[0] == "legal" else field for field in SHARED]
            return np.zeros(1, record([*fields, ("seat", np.int64)], "volley"))
        return super().new_info()

    def read_action(self, state: Any, action: object) -> int:
        if self.fault == "playing all" and isinstance(action, int):
            return SLOT_OF[action]
        return super().read_action(state, action) if self.fault != "reading" else 0

    def forfeit(self, state: Any, seat: int, beside: Collection[int] = ()) -> list[float]:
        return [0.0] if self.fault == "forfeit" else list(super().forfeit(state, seat, beside))


TABLES = {
    "seats": "has 9 seats: a game has 2 to 8",
    "width": r"shape \(kinds, 192\), since legal has the slots 0..191, got int64 of shape \(1, 64\)",
    "widths": "legal has 3 words in the STATE of volley, closed, fault=widths, 1 in its INFO",
    "lacking": "has no slot for the actions 7",
    "twice": "has the ids 7 in several slots",
    "beyond": "has the ids 148: ids are 0..147",
    "fields": "the STATE records of volley, closed, fault=fields: there is no field legal",
}
PLAYS = {
    "plies": "random game 0, ply 30: most_plies is 29",
    "reading": r"read_action\(state, \d+\) is not \d+",
    "playing all": r"read_action\(state, \d+\) is \d+, where a ValueError must say that it is not legal",
    "forfeit": "forfeit gives 1 returns for 3 seats",
}


@pytest.mark.parametrize(("fault", "message"), TABLES.items(), ids=TABLES)
def test_a_wrong_table_is_refused_before_play(fault: str, message: str) -> None:
    for refuse in (check_tables, lambda game: MatchPlay(game, [random_agent()] * game.seats, 1)):
        with pytest.raises(ValueError, match=message):
            refuse(Faulty(fault=fault))


# Functions


@pytest.mark.parametrize("event", [-2, 192])
def test_an_event_beyond_the_slots_is_found(event: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "event_after", lambda state, slot: event)
    with pytest.raises(ValueError, match=f"ply 2: event_after gives {event}; slots are 0..191"):
        check_game(GAME, games=1)


@pytest.mark.parametrize(("fault", "message"), PLAYS.items(), ids=PLAYS)
def test_random_play_finds_a_wrong_function(fault: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_game(Faulty(fault=fault), games=3)


def copies_less(source: Any, target: Any) -> None:
    """Copy a state, but for its plies."""
    plies = target["plies"].copy()
    copy_state(source, target)
    target["plies"] = plies


def misspelt(state: Any, slot: Any) -> None:
    """Play a ply that looks for a field of another name, as compiled code does."""
    as_numba_type(state.dtype).typeof("plaied")


FUNCTIONS = {
    "copy_state": (copies_less, "copy_state makes a copy whose legal differs after the next ply"),
    "deal": (lambda state, stream: None, "ply 1: deal leaves no legal action, as if the game were over"),
    "step": (misspelt, "of volley, closed names the field 'plaied', which its record lacks; with NUMBA_DISABLE_JIT=1"),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_that_does_less_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    function, message = FUNCTIONS[name]
    monkeypatch.setattr(play, name, function)
    with pytest.raises(ValueError, match=message):
        check_game(GAME, games=1)


@pytest.mark.slow
def test_what_is_known_to_one_seat_and_never_drawn_for_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_order(info: Any, stream: Any, state: Any) -> None:
        """Draw hands, and give out the roles in ascending order."""
        determinize(info, stream, state)
        unknown = info["roles"] == UNKNOWN
        state["roles"][unknown] = np.sort(state["roles"][unknown])

    check_game(Heist(), 80)
    monkeypatch.setattr(play, "determinize", in_order)
    with pytest.raises(
        ValueError, match=r"\d at place \d of roles was known to one seat and hidden from another in \d\d g"
    ):
        check_game(Heist(), 80)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (np.float64, [0.25, 1.5, np.inf]),
        (np.bool_, [True, True, True]),
        ("S2", [b"ab", b"cd", b"ef"]),
        (np.dtype([("low", np.int8), ("high", np.uint64)]), [(1, 2), (3, 4), (5, 6)]),
    ],
    ids=["float", "bool", "bytes", "record"],
)
def test_hidden_values_of_all_kinds_are_drawn(kind: Any, values: list[Any]) -> None:
    known, drawn = np.zeros(2, record([("secret", kind)])), np.zeros(2, record([("secret", kind)]))
    check, rng = DeterminizationCheck(), np.random.default_rng(1)
    for game in range(120):
        truth = known["secret"][0] = values[rng.integers(3)]
        drawn["secret"] = [truth, values[rng.integers(3)]]
        check.note(game, known[0], [*known], [*drawn])
    assert check.fault_of_all() is None


def test_a_check_plays_a_game() -> None:
    with pytest.raises(ValueError, match="games must be an integer of at least 1, got 0"):
        check_game(GAME, games=0)


def test_an_event_has_a_slot_that_no_action_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "event_after", lambda state, slot: SLOT_OF[7])
    with pytest.raises(ValueError, match=f"event_after gives {SLOT_OF[7]}, the slot of an action: give events slots"):
        check_game(GAME, games=1)


def keeping(function: Callable[..., None], field: str) -> Callable[..., None]:
    """Return `deal` or `determinize`, but that it leaves a field of its STATE record as it was."""

    def body(*arguments: Any) -> None:
        state = next(one for one in arguments if "word" in one.dtype.names and len(one.dtype.names) > 1)
        kept = state[field].copy()
        function(*arguments)
        state[field] = kept

    return body


KEPT = {
    ("deal", "used"): "deal does not initialise used: it keeps the value of the previous game",
    ("deal", "values"): "knows another values: deal must set all",
    ("deal", "given"): None,  # entries that no longer count
    ("determinize", "used"): "determinize does not initialise used: it keeps the value of the previous game",
    ("determinize", "word"): "determinize does not initialise word",
    ("determinize", "deck"): "knows another (hands|pile): determinize must set all",
}


@pytest.mark.parametrize(("kept", "message"), KEPT.items(), ids=map(" keeps ".join, KEPT))
def test_what_another_game_has_left_is_found(
    kept: tuple[str, str], message: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    function, field = kept
    monkeypatch.setattr(play, function, keeping(getattr(play, function), field))
    if message is None:
        check_game(Heist(), 20)
    else:
        with pytest.raises(ValueError, match=message):
            check_game(Heist(), 20)


def test_a_stream_without_reseed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "reseed", lambda state, stream: None)
    with pytest.raises(ValueError, match="word, which the plies move, and reseed leaves it: "):
        check_game(GAME, games=5)


class CountsMore(Heist):
    """A game that names a count it does not write."""

    COUNTS = ("plies", "lots", "shuffles")


class CountsLess(Heist):
    """A game that writes a count it does not name."""

    COUNTS = ("plies",)


class CountsNoRoles(Heist):
    """Heist that writes a count by seat and does not name it."""

    SEAT_COUNTS = ()


COUNTS = {
    CountsMore: "count does not write shuffles, which COUNTS or SEAT_COUNTS names",
    CountsLess: "count writes lots, which neither COUNTS nor SEAT_COUNTS names",
    CountsNoRoles: "count writes role, which neither COUNTS nor SEAT_COUNTS names",
}


@pytest.mark.parametrize(("game", "message"), COUNTS.items())
def test_counts_are_those_that_are_named(game: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_game(game(), games=1)


class Mumbling(Volley):
    """A notation that says the same of two actions."""

    def text_of(self, action: int) -> str:
        return super().text_of(max(1, action))


def test_two_actions_with_the_same_words_are_found() -> None:
    with pytest.raises(ValueError, match=r"text_of of volley, closed says 'card 1 at seat \+0' for the actions 0, 1: "):
        check_game(Mumbling(), games=1)


# Observations


def _behind(vectors: np.ndarray, masks: np.ndarray) -> None:
    np.lib.stride_tricks.as_strided(vectors, (1, vectors.shape[1] + 1))[0, -1] = 1


def _too_much(vectors: np.ndarray, masks: np.ndarray) -> None:
    vectors[0, 3] = 0.5


def _another_mask(vectors: np.ndarray, masks: np.ndarray) -> None:
    masks[0, :] = 1


WRITTEN = {
    _behind: "observation of seat 0: the writer writes behind the vector, which has 101 entries",
    _too_much: r"the writer writes 0.5 into the vector's entries 3 \(pieces: hand\), where the space has 0.0 to 1.0",
    _another_mask: "the mask has the actions .*, and legal are .*: entries are 0 or 1",
}


@pytest.mark.parametrize(("fault", "message"), WRITTEN.items(), ids=lambda one: getattr(one, "__name__", ""))
def test_what_a_writer_must_not_write_is_found(
    fault: Callable[..., None], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(writers: Any, infos: Any, pasts: Any, vectors: np.ndarray, masks: np.ndarray) -> None:
        write_first(writers, infos, pasts, vectors, masks)
        fault(vectors, masks)

    monkeypatch.setattr("cardkit.checking.observations.write_first", write)
    with pytest.raises(ValueError, match=message):
        check_game(GAME, games=1, encoding=VolleyEncoding(GAME))


def test_entries_that_a_writer_leaves_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(writers: Any, infos: Any, pasts: Any, vectors: np.ndarray, masks: np.ndarray) -> None:
        before = vectors[0, 98:].copy()
        write_first(writers, infos, pasts, vectors, masks)
        vectors[0, 98:] = before

    monkeypatch.setattr("cardkit.checking.observations.write_first", write)
    with pytest.raises(ValueError, match=r"does not write the vector's entries 98, 99, 100 \(pieces: sizes\)"):
        check_game(GAME, games=1, encoding=VolleyEncoding(GAME))


# Rules and records


class PaysOtherwise(OhHell):
    """A game whose states have another bonus than its rules."""

    def new_states(self, count: int = 1) -> np.ndarray:
        states = super().new_states(count)
        states["bonus"] = 3
        return states


class RecordsOtherRules(OhHell):
    """A game whose records tell of another bonus."""

    @property
    def tell(self) -> NotationTelling:
        class Told(NotationTelling):
            def record(self, start: Any, plies: Any, players: Any) -> Any:
                return dataclasses.replace(super().record(start, plies, players), rules="hand_sizes=2,bonus=3")

        return Told(self, "oh_hell_env.notation")


class RecordsLess(OhHell):
    """A game whose records lack the last ply."""

    @property
    def tell(self) -> NotationTelling:
        class Told(NotationTelling):
            def record(self, start: Any, plies: Any, players: Any) -> Any:
                return super().record(start, plies[:-1], players)

        return Told(self, "oh_hell_env.notation")


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (PaysOtherwise, "new_states of .* gives records of bonus=3, not 10: let it call .*fill_rules"),
        (RecordsOtherRules, "its record reads as one by the rules .*bonus=3"),
        (RecordsLess, "its record has 11 plies, and the game 12"),
    ],
)
def test_rules_and_records_are_those_of_the_game(kind: type[OhHell], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_game(kind("hand_sizes=2"), games=1)


class Unwritten(OhHell):
    """A game whose notation is still to be written."""

    @property
    def tell(self) -> NotationTelling:
        return NotationTelling(self, "oh_hell_env.notation.texts")


def test_a_notation_that_lacks_something_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"notation of Unwritten, oh_hell_env\.notation\.texts, lacks capture_deal"):
        check_game(Unwritten("hand_sizes=2"), games=1)


def test_a_game_names_all_that_it_lacks() -> None:
    with pytest.raises(TypeError, match=r"action_ids.*forfeit"):
        type("Bare", (Game,), {})()


def test_a_rule_that_its_record_rounds_is_recorded() -> None:
    check_game(Durak("start_rank=12,hand_size=300"), games=1)
