"""The arrays of many games at once, and records that say where they lie.

To hand an array to compiled code costs a quarter of a microsecond, and a step of a single game takes a few. So entry
functions get arrays' addresses, one record instead of many arrays, and lay the arrays over them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from durak_env.game import STATE, new_states
from durak_env.information import INFO
from durak_env.jit import jit
from durak_env.observation import LAYOUT, PAST_FIELDS, WORDS
from durak_env.prng import STREAM
from durak_env.records import array_at, lone_record, record, record_reader
from durak_env.rules import Rules

DEALS, OPPONENT, SAMPLES, SEATING = range(4)  # a game's streams
NUM_STREAMS = 4
BOTH_SEATS = 2  # the seat of a learner who alternates
UNSEATED = 3  # before the first game of a stream
RUNNING, ENDED, ILLEGAL, BROKEN = range(4)  # a game's outcome
DISABLED, NEXT_STEP, SAME_STEP = range(3)  # when a game that ended is followed by a new one
MAX_POOL = 255  # opponents to draw from

GAME = record(
    [
        ("seat", np.uint8),  # the learner's; in self-play the seat that is asked, at the end the one asked last
        ("outcome", np.uint8),  # RUNNING, ENDED; ILLEGAL: ended by an illegal action of the learner; BROKEN: see slot
        ("opponent", np.uint16),  # its number: those of the pool come first, then removed ones in games that are on
        *PAST_FIELDS,
        ("slot", np.int64),  # of a BROKEN game: what its opponent has chosen, which is not legal
    ]
)
"""What belongs to a game beside its state."""

SETTING = record(
    [
        ("seat", np.uint8),  # the learner's in every game; BOTH_SEATS: it alternates
        ("several", np.uint8),  # there are, or have been, several opponents: each game draws one and its stream
        ("self_play", np.uint8),
        ("open_world", np.uint8),
        ("skip_forced", np.uint8),  # play the learner's plies that have a single legal action, but for a game's first
        ("outside", np.uint8),  # opponents are not compiled: stop where one has to choose
        ("autoreset", np.uint8),  # DISABLED, NEXT_STEP or SAME_STEP
        ("bounds", np.uint64, MAX_POOL),  # by opponent: the end of its share of the 32-bit words that draw one
    ]
)
"""How the games of a batch are played."""


class Games(NamedTuple):
    """The games, a row each.

    Attributes:
        states: STATE records.
        games: GAME records.
        streams: STREAM records of shape (NUM_STREAMS, games).
        legals: uint64, what the learner may choose, a set of slots; empty where the game is over. Beside the states,
            so that nobody who only draws or checks actions has to fetch these from the core that changed them.
        setting: SETTING record in an array of one.
        log: all plies of each game, uint8 of shape (games, plies), as `durak_env.observation.ply_code` writes them; of
            shape (games, 0) where they are not kept.
    """

    states: Any
    games: Any
    streams: Any
    legals: Any
    setting: Any
    log: Any


def new_games(rules: Rules, count: int) -> Games:
    """Games by the rules of which none has begun, with all settings 0, and without a log."""
    return Games(
        states=new_states(rules, count),
        games=np.zeros(count, GAME),
        streams=np.zeros((NUM_STREAMS, count), STREAM),
        legals=np.zeros(count, np.uint64),
        setting=np.zeros(1, SETTING),
        log=new_log(count, 0),
    )


def new_log(count: int, plies: int) -> np.ndarray:
    """A log with room for so many plies of each game."""
    return np.zeros((count, plies), np.uint8)


RESULT = record(
    [
        ("returns", np.float64, 2),  # both seats' returns where the game has ended, else 0
        ("reward", np.float64),  # that of the seat below
        ("terminated", np.bool_),
        ("seat", np.int8),  # whose observation it is
        ("opponent", np.uint16),  # its number, as in GAME
    ]
)
"""What a step has come to in one game."""


class View(NamedTuple):
    """What the learner is given, a row a game.

    Attributes:
        vectors: observations, float32 or uint8 of shape (games, size).
        masks: int8 action masks of shape (games, actions).
        results: RESULT records.
        places: VIEW_PLACES record of these, in an array of one.
    """

    vectors: np.ndarray
    masks: np.ndarray
    results: np.ndarray
    places: np.ndarray

    def __reduce__(self) -> tuple[Any, ...]:
        return view_of, (self.vectors, self.masks, self.results)  # a copy's arrays lie elsewhere


# --- where they lie -------------------------------------------------------------------------------------------------

PLACES = record(
    [
        ("states", np.int64),  # addresses of the arrays of Games
        ("games", np.int64),
        ("streams", np.int64),
        ("legals", np.int64),
        ("setting", np.int64),
        ("log", np.int64),
        ("info", np.int64),  # of a worker's INFO record
        ("desk", np.int64),  # and of its WORDS record
        ("layout", np.int64),  # of the LAYOUT record
        ("num_games", np.int64),
        ("log_plies", np.int64),  # plies that the log has room for
    ]
)
"""Where the arrays of the games, and one thread's work space, lie."""

VIEW_PLACES = record([("vectors", np.int64), ("masks", np.int64), ("results", np.int64), ("num_games", np.int64)])
"""Where the arrays of a View lie."""


def places_of(games: Games, info: np.ndarray, desk: np.ndarray, layout: np.ndarray) -> np.ndarray:
    """A PLACES record in an array of one; whoever holds it keeps the arrays alive."""
    places = lone_record(PLACES)
    for name, array in (*games._asdict().items(), ("info", info), ("desk", desk), ("layout", layout)):
        places[name] = array.ctypes.data
    places["num_games"], places["log_plies"] = games.log.shape
    return places


def view_of(vectors: np.ndarray, masks: np.ndarray, results: np.ndarray | None = None) -> View:
    """A View of observations and masks as `durak_env.observation.Encoding.new_rows` makes them."""
    results = np.zeros(len(vectors), RESULT) if results is None else results
    places = np.zeros(1, VIEW_PLACES)
    places[0] = (*(array.ctypes.data for array in (vectors, masks, results)), len(vectors))
    return View(vectors, masks, results, places)


@jit
def games_at(places: Any) -> Games:
    """The arrays of a PLACES record."""
    count = places.num_games
    return Games(
        array_at(places.states, (count,), STATE),
        array_at(places.games, (count,), GAME),
        array_at(places.streams, (NUM_STREAMS, count), STREAM),
        array_at(places.legals, (count,), np.uint64),
        array_at(places.setting, (1,), SETTING),
        array_at(places.log, (count, places.log_plies), np.uint8),
    )


_read_info, _read_desk, _read_layout = record_reader(INFO), record_reader(WORDS), record_reader(LAYOUT)


@jit
def info_at(places: Any) -> Any:
    """The INFO record of a worker."""
    return _read_info(places.info, 0)


@jit
def desk_at(places: Any) -> Any:
    """The WORDS record of a worker."""
    return _read_desk(places.desk, 0)


@jit
def layout_at(places: Any) -> Any:
    """The LAYOUT record of the encoding."""
    return _read_layout(places.layout, 0)


@jit
def results_at(places: Any) -> Any:
    """The RESULT records of a VIEW_PLACES record."""
    return array_at(places.results, (places.num_games,), RESULT)
