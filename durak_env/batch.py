"""Many games at once for a learner, opponents inside: what the Gymnasium environments are shells around.

Game i of a batch depends on its own streams alone, so a batch of N equals N batches of one. In each game the learner
sits at one seat and an opponent at the other; in self-play the learner plays both and is asked for the seat to move.

Compiled. The functions that take rows work on arrays, and threads can share a batch by rows; the others take records of
one game, which go by pointer, while an array handed down costs its reference counting at each call.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from durak_env.bits import ONE, ZERO, address_of, lowest, nth_bit
from durak_env.cards import bit, count
from durak_env.compiled import ask
from durak_env.game import GAME_OVER, deal_random, mover, returns, step
from durak_env.information import observe
from durak_env.jit import jit
from durak_env.observation import MAX_HISTORY, PAST_FIELDS, encode, remember, write_row
from durak_env.prng import below
from durak_env.records import record

DEALS, OPPONENT, SAMPLES, SEATING = range(4)  # a game's streams
NUM_STREAMS = 4
BOTH_SEATS = 2  # the seat of a learner who alternates
UNSEATED = 3  # before the first game of a stream
RUNNING, ENDED, ILLEGAL = range(3)  # a game's outcome
DISABLED, NEXT_STEP, SAME_STEP = range(3)  # when a game that ended is followed by a new one

GAME = record(
    [
        ("seat", np.uint8),  # the learner's; in self-play the seat that is asked, at the end the one asked last
        ("opponent", np.uint8),  # its number in the pool
        ("outcome", np.uint8),  # RUNNING, ENDED, or ILLEGAL: ended by an illegal action of the learner
        *PAST_FIELDS,
    ]
)
"""What belongs to a game beside its state."""

SETTING = record(
    [
        ("seat", np.uint8),  # the learner's in every game; BOTH_SEATS: it alternates
        ("pool", np.uint8),  # number of opponents to draw from
        ("self_play", np.uint8),
        ("open_world", np.uint8),
        ("skip_forced", np.uint8),  # play the learner's plies that have a single legal action, but for a game's first
        ("outside", np.uint8),  # opponents are not compiled: stop where one has to choose
        ("autoreset", np.uint8),  # DISABLED, NEXT_STEP or SAME_STEP
    ]
)
"""How the games of a batch are played."""


class Games(NamedTuple):
    """The games, a row each.

    Attributes:
        states: STATE records.
        games: GAME records.
        streams: STREAM records of shape (games, NUM_STREAMS).
        setting: SETTING record in an array of one.
        log: all plies of each game, uint8 of shape (games, plies), as `durak_env.observation.ply_code` writes them; of
            shape (games, 0) where they are not kept.
    """

    states: Any
    games: Any
    streams: Any
    setting: Any
    log: Any


class Worker(NamedTuple):
    """One thread's work space and opponents.

    Attributes:
        info: INFO record in an array of one.
        players: the opponents; see `durak_env.compiled.players`.
        desk: DESK record of `durak_env.observation` in an array of one.
    """

    info: Any
    players: Any
    desk: Any


RESULT = record(
    [
        ("returns", np.float64, 2),  # both seats' returns where the game has ended, else 0
        ("reward", np.float64),  # that of the seat below
        ("terminated", np.bool_),
        ("seat", np.int8),  # whose observation it is
    ]
)
"""What a step has come to in one game."""


class View(NamedTuple):
    """What the learner is given, a row a game.

    Attributes:
        vectors: observations, float32 or uint8 of shape (games, size).
        masks: int8 action masks of shape (games, actions).
        results: RESULT records.
    """

    vectors: Any
    masks: Any
    results: Any


@jit
def turn(games: Games, worker: Worker, rows: Any, slots: Any, view: View, finals: View) -> None:
    """One step of each of the rows, opponents' plies, autoreset and observation included.

    ``slots[row]`` is the learner's slot. ``finals`` gets the last view of games that end and are followed at once.
    """
    states, all_games, streams, log = games.states, games.games, games.streams, games.log
    setting, players, info, desk = games.setting[0], worker.players, worker.info[0], worker.desk[0]
    vectors, masks, results = address_of(view.vectors), address_of(view.masks), view.results
    last_vectors, last_masks, last_results = address_of(finals.vectors), address_of(finals.masks), finals.results
    keep = log.shape[1] > 0
    for row in rows:
        state, game = states[row], all_games[row]
        if game.outcome == RUNNING:
            play_learner(state, game, setting, slots[row])
            while play_on(state, game, setting, info, players[game.opponent], streams[row, OPPONENT], False):
                if keep:
                    keep_plies(log, row, state, game)
            if keep:
                keep_plies(log, row, state, game)
        elif setting.autoreset == NEXT_STEP:
            begin(state, game, setting, streams[row, SEATING], streams[row, DEALS])
            while play_on(state, game, setting, info, players[game.opponent], streams[row, OPPONENT], True):
                if keep:
                    keep_plies(log, row, state, game)
            if keep:
                keep_plies(log, row, state, game)
        settle(state, game, results[row])
        if game.outcome != RUNNING and setting.autoreset == SAME_STEP:
            look(state, game, setting, info)
            encode(info, game, desk)
            write_row(desk, last_vectors, last_masks, row)
            last_results[row].seat = game.seat
            begin(state, game, setting, streams[row, SEATING], streams[row, DEALS])
            while play_on(state, game, setting, info, players[game.opponent], streams[row, OPPONENT], True):
                if keep:
                    keep_plies(log, row, state, game)
            if keep:
                keep_plies(log, row, state, game)
        look(state, game, setting, info)
        encode(info, game, desk)
        write_row(desk, vectors, masks, row)
        results[row].seat = game.seat


@jit
def play_rows(games: Games, rows: Any, slots: Any) -> None:
    """Play the slot of whoever is to move in the running games of the rows, up to the next choice but for opponents."""
    setting = games.setting[0]
    for row in rows:
        state, game = games.states[row], games.games[row]
        if game.outcome == RUNNING:
            play_learner(state, game, setting, slots[row])
            keep_plies(games.log, row, state, game)


@jit
def play_on_rows(games: Games, worker: Worker, rows: Any, first: Any) -> None:
    """Play on in the running games of the rows to the next choice; ``first``: up to the first of a game."""
    setting, info = games.setting[0], worker.info[0]
    for row in rows:
        state, game = games.states[row], games.games[row]
        player, stream = worker.players[game.opponent], games.streams[row, OPPONENT]
        while play_on(state, game, setting, info, player, stream, first):
            keep_plies(games.log, row, state, game)
        keep_plies(games.log, row, state, game)


@jit
def begin_rows(games: Games, rows: Any) -> None:
    """Begin a new game in each of the rows, with no ply played."""
    for row in rows:
        streams = games.streams
        begin(games.states[row], games.games[row], games.setting[0], streams[row, SEATING], streams[row, DEALS])


@jit
def look_rows(games: Games, worker: Worker, rows: Any, view: View) -> None:
    """Observe and pay the games of the rows: everything in the view."""
    setting, info, desk = games.setting[0], worker.info[0], worker.desk[0]
    for row in rows:
        state, game = games.states[row], games.games[row]
        settle(state, game, view.results[row])
        look(state, game, setting, info)
        encode(info, game, desk)
        write_row(desk, address_of(view.vectors), address_of(view.masks), row)
        view.results[row].seat = game.seat


@jit
def sample_rows(games: Games, worker: Worker, rows: Any, actions_of_slots: Any, actions: Any) -> None:
    """Draw a uniform legal action id in each of the rows; 0 where the game is over."""
    for row in rows:
        legal = games.states[row].legal
        actions[row] = 0
        if legal != ZERO:
            actions[row] = actions_of_slots[nth_bit(legal, below(games.streams[row, SAMPLES], count(legal)))]


@jit
def begin(state: Any, game: Any, setting: Any, seating: Any, deals: Any) -> None:
    """Seat the learner, draw the opponent, deal."""
    if setting.seat != BOTH_SEATS:
        game.seat = setting.seat
    elif game.seat == UNSEATED:
        game.seat = below(seating, 2)
    else:
        game.seat = 1 - game.seat
    game.opponent = below(seating, setting.pool) if setting.pool > 1 else 0
    game.outcome = RUNNING
    deal_random(state, deals)


@jit
def play_learner(state: Any, game: Any, setting: Any, slot: Any) -> None:
    """Play the learner's slot; an illegal one ends the game."""
    if state.legal & bit(slot) == ZERO:
        game.outcome = ILLEGAL
        return
    if setting.self_play:
        game.seat = mover(state)
    play(state, game, slot)


@jit
def play_on(state: Any, game: Any, setting: Any, info: Any, player: Any, stream: Any, first: Any) -> Any:
    """Play until the learner, or an opponent who is not compiled, has to choose, or the game is over.

    Returns whether to call again: after as many plies as a game remembers, so that none is lost.
    """
    if game.outcome != RUNNING:
        return False
    for _ in range(MAX_HISTORY - 1):
        if state.phase == GAME_OVER:
            game.outcome = ENDED
            return False
        forced = state.legal & (state.legal - ONE) == ZERO
        seat = mover(state)
        if setting.self_play or seat == game.seat:
            if first or not (setting.skip_forced and forced):
                return False
            play(state, game, lowest(state.legal))
        elif forced:
            play(state, game, lowest(state.legal))
        elif setting.outside:
            return False
        else:
            observe(state, seat, setting.open_world, info)
            play(state, game, ask(player, info, stream))
    return True


@jit
def play(state: Any, game: Any, slot: Any) -> None:
    """Play a slot, and remember the ply."""
    remember(game, state.plies, mover(state), slot)
    step(state, slot)


@jit
def keep_plies(log: Any, row: Any, state: Any, game: Any) -> None:
    """Copy the plies that a game remembers into its log, if there is one."""
    if log.shape[1] > 0:
        plies = np.int64(state.plies)
        for ply in range(max(0, plies - MAX_HISTORY), plies):
            log[row, ply] = game.codes[ply % MAX_HISTORY]


@jit
def settle(state: Any, game: Any, result: Any) -> None:
    """Pay a game."""
    result.returns[0] = payoff(state, game, 0)
    result.returns[1] = payoff(state, game, 1)
    result.reward = result.returns[game.seat]
    result.terminated = game.outcome != RUNNING


@jit
def payoff(state: Any, game: Any, seat: Any) -> Any:
    """A seat's return; an illegal action costs the learner 1, the other seat gets nothing for it."""
    if game.outcome == ILLEGAL:
        return -np.int64(seat == game.seat)
    return returns(state, seat)


@jit
def look(state: Any, game: Any, setting: Any, info: Any) -> None:
    """What the learner knows, in self-play the seat to move; no action is legal once the game has ended."""
    if setting.self_play and game.outcome == RUNNING:
        game.seat = mover(state)
    observe(state, np.int64(game.seat), setting.open_world, info)
    if game.outcome != RUNNING:
        info.legal = ZERO
