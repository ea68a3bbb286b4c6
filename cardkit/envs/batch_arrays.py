"""The arrays of a batch of games, and records of their addresses.

Passing an array to compiled code costs a quarter of a microsecond, and a step of a single game takes only a few. So
entry functions get one record of addresses instead of many arrays.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import address_of, lone_record, record_like, record_reader
from cardkit.compiled.prng import STREAM, Stream
from cardkit.compiled.protocol import Slot, State
from cardkit.compiled.records import FIELD, Record, record, where_field
from cardkit.compiled.slot_code import MOST_WORDS
from cardkit.compiled.slots import capacity, legal_of, set_type, words_of
from cardkit.encoding import PAST_FIELDS, SECRET, Encoding, Past
from cardkit.game import Game

DEALS, OPPONENT, SAMPLES, SEATING = range(4)  # a game's streams
NUM_STREAMS = 4
EVERY_SEAT = 255  # for a learner that takes each seat in turn
UNSEATED = 254  # before the first game of a stream
RUNNING, ENDED, ILLEGAL, BROKEN = range(4)  # a game's outcome
DISABLED, NEXT_STEP, SAME_STEP = range(3)  # when a new game follows one that ended
MAX_POOL = 255  # opponents to draw from

GAME = record(
    [
        ("seat", np.uint8),  # the learner's; in self-play the seat asked, at the end the one asked last
        ("to_move", np.uint8),  # the seat that has to choose, while the outcome is RUNNING; if BROKEN, that chose
        ("outcome", np.uint8),  # RUNNING, ENDED; ILLEGAL: ended by an illegal action of the learner; BROKEN: see slot
        (
            "opponent",
            np.uint16,
        ),  # its number: those of the pool first, then removed ones that still play
        ("plies", np.uint32),  # since the deal
        *PAST_FIELDS,
        ("slot", np.int64),  # of a BROKEN game: the illegal slot that the seat to move chose
    ]
)
"""The record that a batch keeps for each game besides its state."""


class GameRow(Past):
    """A GAME record."""

    seat = to_move = outcome = opponent = plies = slot = FIELD


SETTING = record(
    [
        ("seat", np.uint8),  # the learner's in every game, or EVERY_SEAT
        ("several", np.uint8),  # there are or were several opponents: each game draws one and its stream
        ("self_play", np.uint8),
        ("by_place", np.uint8),  # opponents are numbered by their places, clockwise from the learner's left
        ("open_world", np.bool_),  # as matches call `observe`, so that both share its code
        ("skip_forced", np.uint8),  # play the learner's plies that have a single legal action, but for a game's first
        ("outside", np.uint8),  # opponents are not compiled: stop where one has to choose
        ("autoreset", np.uint8),  # DISABLED, NEXT_STEP or SAME_STEP
        ("bounds", np.uint64, MAX_POOL),  # by opponent: the end of its share of the 32-bit words that draw opponents
    ]
)
"""The settings by which the games of a batch are played."""


class Setting(Record):
    """A SETTING record."""

    seat = several = self_play = by_place = open_world = skip_forced = outside = autoreset = bounds = FIELD


CHOICES = {words: record([("legal", set_type(words)), ("kind", np.int64)]) for words in range(1, MOST_WORDS + 1)}
"""The learner's choices, by the words of a set: a set of slots, empty at the end, and the kind of decision."""

PLY = record([("action", np.uint16), ("seat", np.uint16)])
"""A ply in the log: the seat and its action id, or LEFT_IN_LOG."""
LEFT_IN_LOG = np.iinfo(np.uint16).max


class BatchArrays(NamedTuple):
    """The games, one in each row.

    Attributes:
        states: STATE records.
        games: GAME records.
        streams: STREAM records of shape (NUM_STREAMS, games).
        choices: CHOICE records, kept apart from the states so that drawing or checking actions stays in cache.
        paid: float64 of shape (games, seats), the rewards given to each seat so far.
        setting: SETTING record in an array of one.
        log: PLY records of shape (games, plies), all plies of each game; of shape (games, 0) if they are not kept.
    """

    states: Any
    games: Any
    streams: Any
    choices: Any
    paid: Any
    setting: Any
    log: Any


def new_arrays(game: Game, count: int) -> BatchArrays:
    """Make arrays for games that have not begun, with all settings 0 and no log."""
    return BatchArrays(
        states=game.new_states(count),
        games=np.zeros(count, GAME),
        streams=np.zeros((NUM_STREAMS, count), STREAM),
        choices=np.zeros(count, CHOICES[words_of(game.new_info().dtype)]),
        paid=np.zeros((count, game.seats)),
        setting=np.zeros(1, SETTING),
        log=new_log(count, 0),
    )


def new_log(count: int, plies: int) -> np.ndarray:
    """Make a log with room for ``plies`` plies of each game."""
    return np.zeros((count, plies), PLY)


RESULT = record(
    [
        ("reward", np.float64),  # what the seat that chose won since its last reward
        ("terminated", np.bool_),
        ("seat", np.int8),  # whose observation it is
        ("opponent", np.uint16),  # its number, as in GAME
    ]
)
"""The result of a step in one game."""


class Result(Record):
    """A RESULT record."""

    reward = terminated = seat = opponent = FIELD


AMOUNT = record([("value", np.float64)])
"""An amount that a seat has won or received."""

NUMBER = record([("value", np.int64)])
"""An entry of a table."""


class View(NamedTuple):
    """The learner's view, one row for each game.

    Attributes:
        vectors: observations, of shape (games, size).
        masks: int8 action masks of shape (games, actions).
        results: RESULT records.
        returns: float64 of shape (games, seats), what each seat has won so far.
        addresses: the VIEW_ADDRESSES record of these arrays, in an array of one.
    """

    vectors: np.ndarray
    masks: np.ndarray
    results: np.ndarray
    returns: np.ndarray
    addresses: np.ndarray

    def __reduce__(self) -> tuple[Any, ...]:
        return view_of, (self.vectors, self.masks, self.results, self.returns)  # a copy's arrays have other addresses


# --- addresses ------------------------------------------------------------------------------------------------------

VIEW_ADDRESSES = record(
    [
        ("vectors", np.int64),
        ("masks", np.int64),
        ("results", np.int64),
        ("returns", np.int64),
        ("vector_bytes", np.int64),  # of a row
        ("mask_bytes", np.int64),
    ]
)
"""The addresses of the arrays of a View."""


class ViewAddresses(Record):
    """A VIEW_ADDRESSES record."""

    vectors = masks = results = returns = vector_bytes = mask_bytes = FIELD


class Choice(Record):
    """One of CHOICES."""

    legal = kind = FIELD


class Workspace(Record):
    """A WORKSPACE record."""

    states = games = streams = choices = paid = setting = log = action_ids = slots = marks = FIELD
    num_games = num_actions = log_plies = seats = least = info = state = writer = choice = FIELD


@lru_cache
def workspace_dtype(
    state: np.dtype[Any], info: np.dtype[Any], writer: np.dtype[Any], has_secrets: bool
) -> np.dtype[Any]:
    """Return the dtype of a game's WORKSPACE record: the addresses of a batch's arrays, and one thread's work space.

    Only one of a game with secret actions has ``marks``, so that other games pay nothing for them.
    """
    return record(
        [
            ("states", np.int64),  # addresses of the arrays
            ("games", np.int64),
            ("streams", np.int64),
            ("choices", np.int64),
            ("paid", np.int64),
            ("setting", np.int64),
            ("log", np.int64),
            ("action_ids", np.int64),  # address of the ids of slots by kinds of decisions, int64
            ("slots", np.int64),  # address of the slots of ids, int64; -1 if the id has no slot
            *([("marks", np.int64)] if has_secrets else []),  # address of what codes of plies are marked with, int64
            ("num_games", np.int64),
            ("num_actions", np.int64),
            ("log_plies", np.int64),  # plies of a game that the log has room for
            ("seats", np.int64),
            ("least", np.float64),  # that a game pays
            ("info", info),
            ("state", state),  # unused: gives compiled code the type of a state
            ("writer", writer),
            ("choice", CHOICES[words_of(info)]),  # unused: gives compiled code the type of a choice
        ]
    )


class ActionTables(NamedTuple):
    """Tables from slots to action ids and back, for each kind of decision.

    Attributes:
        action_ids: int64 of shape (kinds, 64 a word of a set), as the game defines them.
        slots: int64 of shape (kinds, actions); -1 if an id has no slot.
        marks: int64 of shape (actions,): SECRET or 0; empty if no action is secret.
    """

    action_ids: np.ndarray
    slots: np.ndarray
    marks: np.ndarray


def action_tables(game: Game) -> ActionTables:
    """Return the tables of a game."""
    action_ids = np.ascontiguousarray(game.action_ids, np.int64)
    slots = np.full((len(action_ids), game.num_actions), -1)
    for kind, ids in enumerate(action_ids):
        known = np.flatnonzero(ids >= 0)
        slots[kind, ids[known]] = known
    secret = list(game.hidden_actions)
    marks = np.zeros(game.num_actions if secret else 0, np.int64)
    marks[secret] = SECRET
    return ActionTables(action_ids, slots, marks)


def new_workspace(arrays: BatchArrays, tables: ActionTables, game: Game, encoding: Encoding) -> np.ndarray:
    """Make a WORKSPACE record in an array of one; its holder must keep the arrays and the tables alive."""
    info, writer = game.new_info(), encoding.writer
    work = lone_record(workspace_dtype(arrays.states.dtype, info.dtype, writer.dtype, tables.marks.size > 0))
    for name, array in (*arrays._asdict().items(), *tables._asdict().items()):
        if name in (work.dtype.names or ()):
            work[name] = array.ctypes.data
    work["num_games"], work["log_plies"] = arrays.log.shape
    work["num_actions"], work["seats"] = game.num_actions, game.seats
    work["least"], _ = game.return_range
    work["writer"] = writer
    return work


def view_of(vectors: np.ndarray, masks: np.ndarray, results: np.ndarray, returns: np.ndarray) -> View:
    """Make a View of these arrays."""
    addresses = np.zeros(1, VIEW_ADDRESSES)
    note_addresses(addresses, vectors, masks, results, returns)
    return View(vectors, masks, results, returns, addresses)


@jit
def note_addresses(
    addresses: np.ndarray, vectors: np.ndarray, masks: np.ndarray, results: np.ndarray, returns: np.ndarray
) -> None:
    """Fill in a VIEW_ADDRESSES record, in an array of one; NumPy would take ten times as long."""
    noted = addresses[0]
    noted.vectors, noted.vector_bytes = address_of(vectors), vectors.strides[0]
    noted.masks, noted.mask_bytes = address_of(masks), masks.strides[0]
    noted.results, noted.returns = address_of(results), address_of(returns)


def new_view(game: Game, encoding: Encoding, count: int) -> View:
    """Make a View of ``count`` games, whose observations are not set: writers write every entry."""
    vectors, masks = (np.empty((count, row.shape[1]), row.dtype) for row in encoding.new_rows(1))
    return view_of(vectors, masks, np.zeros(count, RESULT), np.zeros((count, game.seats)))


game_at, setting_at, stream_at = record_reader(GAME), record_reader(SETTING), record_reader(STREAM)
ply_at, result_at = record_reader(PLY), record_reader(RESULT)
amount_at, number_at = record_reader(AMOUNT), record_reader(NUMBER)


@jit_inline
def state_at(work: Workspace, row: Number) -> State:
    """Return the STATE record of a game."""
    return record_like(work.state, work.states, row)


@jit_inline
def choice_at(work: Workspace, row: Number) -> Choice:
    """Return the CHOICE record of a game."""
    return record_like(work.choice, work.choices, row)


@jit_inline
def stream_of(work: Workspace, kind: Number, row: Number) -> Stream:
    """Return a STREAM record of a game."""
    return stream_at(work.streams, kind * work.num_games + row)


@jit_inline
def slot_of(work: Workspace, kind: Number, action: Number) -> Slot:
    """Return the slot of an action id; -1 if the id has none in this kind of decision."""
    return number_at(work.slots, kind * work.num_actions + action).value


@jit_inline
def action_of(work: Workspace, kind: Number, slot: Slot) -> Any:
    """Return the action id of a slot."""
    return number_at(work.action_ids, kind * capacity(legal_of(work.info)) + slot).value


@jit_inline
def _mark_in(work: Workspace, action: Number) -> Any:
    return number_at(work.marks, action).value


@jit_inline
def _no_mark(work: Workspace, action: Number) -> Any:
    return 0


mark_of = where_field("marks", _mark_in, _no_mark)
"""The mark on the code of a ply: SECRET if its mover alone sees the action of this id, else 0."""
