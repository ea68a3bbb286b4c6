"""Many games at once for a learner, opponents inside: what the Gymnasium environments are shells around.

Game i of a batch depends on its own streams alone, so a batch of N equals N batches of one. In each game the learner
sits at one seat and an opponent at the other; in self-play the learner plays both and is asked for the seat to move.

Compiled. The functions that take rows are entered from Python, with PLACES of `durak_env.envs.batch_arrays` in an array
of one, and threads can share a batch by rows; the others take records of one game, which go by pointer, while an array
handed down costs its reference counting at each call.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import ONE, ZERO, lowest, nth_bit
from cardkit.compiled.call import ask
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.prng import below, next_word
from durak_env.cards import bit, count
from durak_env.envs.batch_arrays import (
    BOTH_SEATS,
    BROKEN,
    DEALS,
    ENDED,
    ILLEGAL,
    NEXT_STEP,
    OPPONENT,
    RUNNING,
    SAME_STEP,
    SAMPLES,
    SEATING,
    UNSEATED,
    desk_at,
    games_at,
    info_at,
    layout_at,
    results_at,
)
from durak_env.game import GAME_OVER, deal_random, is_legal, mover, returns, step
from durak_env.information import observe
from durak_env.observation import MAX_HISTORY, remember, write_row

UPPER = np.uint64(32)


@jit
def turn(places: Any, players: Any, rows: Any, slots: Any, views: Any, finals: Any) -> Any:
    """One step of each of the rows, opponents' plies, autoreset and observation included.

    Args:
        places: PLACES record in an array of one.
        players: the opponents; see `cardkit.compiled.call.players`.
        rows: int64, the games to step.
        slots: of the learner's actions, one a game of the batch.
        views: VIEW_PLACES record in an array of one: of what the learner is given.
        finals: the same, of the last view of games that end and are followed at once.

    Returns:
        in how many of the games an opponent has chosen what is not legal: these are BROKEN, and not looked at.
    """
    games, info, desk, layout = games_at(places[0]), info_at(places[0]), desk_at(places[0]), layout_at(places[0])
    view, final, results, last_results = views[0], finals[0], results_at(views[0]), results_at(finals[0])
    states, all_games, streams, legals = games.states, games.games, games.streams, games.legals
    log, setting = games.log, games.setting[0]
    keep = log.shape[1] > 0
    broken = 0
    for row in rows:
        state, game = states[row], all_games[row]
        due = game.outcome != RUNNING and setting.autoreset == NEXT_STEP
        if game.outcome == RUNNING:
            play_learner(state, game, setting, slots[row])
        elif due:
            begin(state, game, setting, streams[SEATING, row], streams[DEALS, row], streams[OPPONENT, row])
        while play_on(state, game, setting, info, players[game.opponent], streams[OPPONENT, row], due):
            if keep:
                keep_plies(log, row, state, game)
        if keep:
            keep_plies(log, row, state, game)
        settle(state, game, results[row])
        if (game.outcome == ENDED or game.outcome == ILLEGAL) and setting.autoreset == SAME_STEP:
            look(state, game, setting, info)
            write_row(info, game, layout, desk, final.vectors, final.masks, row)
            tell_seats(game, last_results[row])
            begin(state, game, setting, streams[SEATING, row], streams[DEALS, row], streams[OPPONENT, row])
            while play_on(state, game, setting, info, players[game.opponent], streams[OPPONENT, row], True):
                if keep:
                    keep_plies(log, row, state, game)
            if keep:
                keep_plies(log, row, state, game)
        if game.outcome == BROKEN:
            broken += 1
            continue
        look(state, game, setting, info)
        write_row(info, game, layout, desk, view.vectors, view.masks, row)
        legals[row] = info.legal
        tell_seats(game, results[row])
    return broken


@jit
def play_rows(places: Any, rows: Any, slots: Any) -> None:
    """Play the slot of whoever is to move in the running games of the rows, up to the next choice but for opponents."""
    games = games_at(places[0])
    for row in rows:
        state, game = games.states[row], games.games[row]
        if game.outcome == RUNNING:
            play_learner(state, game, games.setting[0], slots[row])
            keep_plies(games.log, row, state, game)


@jit
def play_on_rows(places: Any, players: Any, rows: Any, first: Any) -> Any:
    """Play on in the running games of the rows to the next choice; ``first``: up to the first of a game.

    Returns:
        in how many of them an opponent has chosen what is not legal: these are BROKEN.
    """
    broken = 0
    games, info = games_at(places[0]), info_at(places[0])
    for row in rows:
        state, game = games.states[row], games.games[row]
        player, stream = players[game.opponent], games.streams[OPPONENT, row]
        while play_on(state, game, games.setting[0], info, player, stream, first):
            keep_plies(games.log, row, state, game)
        keep_plies(games.log, row, state, game)
        broken += game.outcome == BROKEN
    return broken


@jit
def begin_rows(places: Any, rows: Any) -> None:
    """Begin a new game in each of the rows, with no ply played."""
    games = games_at(places[0])
    for row in rows:
        streams = games.streams
        seating, deals, opponent = streams[SEATING, row], streams[DEALS, row], streams[OPPONENT, row]
        begin(games.states[row], games.games[row], games.setting[0], seating, deals, opponent)


@jit
def look_rows(places: Any, rows: Any, views: Any) -> None:
    """Observe and pay the games of the rows: everything in the view."""
    games, info, desk, layout = games_at(places[0]), info_at(places[0]), desk_at(places[0]), layout_at(places[0])
    results = results_at(views[0])
    for row in rows:
        state, game = games.states[row], games.games[row]
        settle(state, game, results[row])
        look(state, game, games.setting[0], info)
        write_row(info, game, layout, desk, views[0].vectors, views[0].masks, row)
        games.legals[row] = info.legal
        tell_seats(game, results[row])


@jit
def sample_rows(places: Any, rows: Any, actions_of_slots: Any, actions: Any) -> None:
    """Draw a uniform legal action id in each of the rows; 0 where the game is over."""
    games = games_at(places[0])
    for row in rows:
        legal = games.legals[row]
        actions[row] = 0
        if legal != ZERO:
            actions[row] = actions_of_slots[nth_bit(legal, below(games.streams[SAMPLES, row], count(legal)))]


@jit_inline
def begin(state: Any, game: Any, setting: Any, seating: Any, deals: Any, opponent: Any) -> None:
    """Seat the learner, draw the opponent, deal.

    Of several opponents each begins with a stream that none before it could write to: the word that drew it.
    """
    if setting.seat != BOTH_SEATS:
        game.seat = setting.seat
    elif game.seat == UNSEATED:
        game.seat = below(seating, 2)
    else:
        game.seat = 1 - game.seat
    if setting.several:
        opponent.word = next_word(seating)
        game.opponent = drawn_opponent(setting, opponent.word)
    else:
        game.opponent = 0
    game.outcome = RUNNING
    deal_random(state, deals)


@jit_inline
def drawn_opponent(setting: Any, word: Any) -> Any:
    """The number of the opponent that a word draws by the weights of the pool."""
    number = 0
    while word >> UPPER >= setting.bounds[number]:
        number += 1
    return number


@jit_inline
def play_learner(state: Any, game: Any, setting: Any, slot: Any) -> None:
    """Play the learner's slot; an illegal one ends the game."""
    if state.legal & bit(slot) == ZERO:
        game.outcome = ILLEGAL
        return
    if setting.self_play:
        game.seat = mover(state)
    play(state, game, slot)


@jit_inline
def play_on(state: Any, game: Any, setting: Any, info: Any, player: Any, stream: Any, first: Any) -> Any:
    """Play until the learner, or an opponent who is not compiled, has to choose, or the game is over or BROKEN.

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
            slot = ask(player, info, stream)
            if not is_legal(state, slot):
                game.slot = slot
                game.outcome = BROKEN
                return False
            play(state, game, slot)
    return True


@jit_inline
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


@jit_inline
def settle(state: Any, game: Any, result: Any) -> None:
    """Pay a game."""
    result.returns[0] = payoff(state, game, 0)
    result.returns[1] = payoff(state, game, 1)
    result.reward = result.returns[game.seat]
    result.terminated = game.outcome != RUNNING


@jit_inline
def tell_seats(game: Any, result: Any) -> None:
    """Tell who sits where: whose observation it is, and the opponent."""
    result.seat = game.seat
    result.opponent = game.opponent


@jit_inline
def payoff(state: Any, game: Any, seat: Any) -> Any:
    """A seat's return; an illegal action costs the learner 1, the other seat gets nothing for it."""
    if game.outcome == ILLEGAL:
        return -np.int64(seat == game.seat)
    return returns(state, seat)


@jit_inline
def look(state: Any, game: Any, setting: Any, info: Any) -> None:
    """What the learner knows, in self-play the seat to move; no action is legal once the game has ended."""
    if setting.self_play and game.outcome == RUNNING:
        game.seat = mover(state)
    observe(state, np.int64(game.seat), setting.open_world, info)
    if game.outcome != RUNNING:
        info.legal = ZERO
