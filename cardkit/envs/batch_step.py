"""Steps many games at once, opponents included. The environments are thin wrappers around this.

Game i of a batch depends on its own streams alone, so a batch of N equals N batches of one. In each game the learner
sits at one seat; one opponent plays all others, or each other seat has its own. In self-play the learner plays every
seat and is asked for the one to move. A game is anything that implements `cardkit.compiled.protocol`.

All of it is compiled. Python calls the functions that take rows, with a WORKSPACE record of `cardkit.envs.batch_arrays`
in an array of one; threads can share a batch by rows, each with its own workspace. The other functions take records,
which are passed by pointer; an array argument would cost reference counting at each call.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardkit.compiled.bits import Number
from cardkit.compiled.call import PLAYER, Player, ask
from cardkit.compiled.jit import jit, jit_inline
from cardkit.compiled.memory import Address, address_of, record_reader
from cardkit.compiled.prng import below, next_word
from cardkit.compiled.protocol import (
    Seat,
    Slot,
    State,
    deal,
    decision,
    is_legal,
    mover,
    observe,
    returns,
    step,
    write_observation,
)
from cardkit.compiled.slots import (
    first_slot,
    is_empty,
    is_lone,
    legal_of,
    no_slots,
    put_legal,
    random_slot,
    without_first,
)
from cardkit.encoding import remember
from cardkit.envs.batch_arrays import (
    BROKEN,
    DEALS,
    ENDED,
    EVERY_SEAT,
    ILLEGAL,
    NEXT_STEP,
    OPPONENT,
    RUNNING,
    SAME_STEP,
    SAMPLES,
    SEATING,
    UNSEATED,
    GameRow,
    Result,
    Setting,
    ViewAddresses,
    Workspace,
    action_of,
    amount_at,
    choice_at,
    game_at,
    mark_of,
    ply_at,
    result_at,
    setting_at,
    slot_of,
    state_at,
    stream_of,
)

UPPER = np.uint64(32)
BEGIN = -1
"""In the place of an action id: begin a new game instead."""

Row = Number
"""The number of a game in its batch."""

player_at = record_reader(PLAYER)


@jit
def step_rows(
    works: np.ndarray, players: np.ndarray, rows: np.ndarray, actions: np.ndarray, views: np.ndarray, finals: np.ndarray
) -> int:
    """Play one step of each of the rows, opponents' plies, autoreset and observation included.

    Args:
        works: WORKSPACE record in an array of one.
        players: the opponents; see `cardkit.compiled.call.players`.
        rows: int64, the games to step.
        actions: the learner's action ids, int64, one for each game of the batch: each a valid action id, or BEGIN for
            a new game.
        views: VIEW_ADDRESSES record of the learner's view, in an array of one.
        finals: the same, for the last view of games that end and restart in the same step.

    Returns:
        The number of games in which an opponent chose an illegal action: these are BROKEN, and not observed.
    """
    work, view, final = works[0], views[0], finals[0]
    setting, opponents = setting_at(work.setting, 0), address_of(players)
    broken = 0
    for row in rows:
        state, game, result = state_at(work, row), game_at(work.games, row), result_at(view.results, row)
        begins = actions[row] == BEGIN or (game.outcome != RUNNING and setting.autoreset == NEXT_STEP)
        if begins:
            begin_and_play_on(work, row, state, game, setting, opponents)
        elif game.outcome == RUNNING:
            play_learner(work, row, state, game, setting, slot_of(work, decision(state), actions[row]))
            play_on(work, row, state, game, setting, opponents, False)
        settle(work, row, state, game, view, result, not begins)
        ends = game.outcome == ENDED or game.outcome == ILLEGAL
        if ends and not begins and setting.autoreset == SAME_STEP:
            observe_learner(work, row, state, game, setting, final)
            tell_seats(game, result_at(final.results, row))
            begin_and_play_on(work, row, state, game, setting, opponents)
        if game.outcome == BROKEN:
            broken += 1
            continue
        observe_learner(work, row, state, game, setting, view)
        tell_seats(game, result)
    return broken


@jit
def play_rows(works: np.ndarray, rows: np.ndarray, actions: np.ndarray) -> None:
    """Play the action ids of the seats to move in the running games of the rows, up to the next choice."""
    work = works[0]
    for row in rows:
        state, game = state_at(work, row), game_at(work.games, row)
        if game.outcome == RUNNING:
            play_learner(
                work, row, state, game, setting_at(work.setting, 0), slot_of(work, decision(state), actions[row])
            )


@jit
def play_on_rows(works: np.ndarray, players: np.ndarray, rows: np.ndarray, first: bool) -> int:
    """Play on in the running games of the rows to the next choice, with ``first`` to the first choice of a game.

    Returns:
        The number of games in which an opponent chose an illegal action: these are BROKEN.
    """
    broken, work = 0, works[0]
    for row in rows:
        state, game = state_at(work, row), game_at(work.games, row)
        play_on(work, row, state, game, setting_at(work.setting, 0), address_of(players), first)
        broken += game.outcome == BROKEN
    return broken


@jit
def begin_rows(works: np.ndarray, rows: np.ndarray) -> None:
    """Begin a new game in each of the rows, without playing a ply."""
    work = works[0]
    for row in rows:
        begin(work, row, state_at(work, row), game_at(work.games, row), setting_at(work.setting, 0))


@jit
def observe_rows(works: np.ndarray, rows: np.ndarray, views: np.ndarray, pays: bool) -> None:
    """Fill the view for the games of the rows; with ``pays`` reward the seats that chose."""
    work, view = works[0], views[0]
    for row in rows:
        state, game, result = state_at(work, row), game_at(work.games, row), result_at(view.results, row)
        settle(work, row, state, game, view, result, pays)
        observe_learner(work, row, state, game, setting_at(work.setting, 0), view)
        tell_seats(game, result)


@jit
def observe_from(works: np.ndarray, row: Row, seat: Seat, views: np.ndarray) -> None:
    """Write a seat's observation of a row's game into the view."""
    work = works[0]
    observe_as(work, row, state_at(work, row), game_at(work.games, row), setting_at(work.setting, 0), seat, views[0])


@jit
def sample_rows(works: np.ndarray, rows: np.ndarray, actions: np.ndarray) -> None:
    """Draw a uniform legal action id in each of the rows; 0 if its game is over."""
    work = works[0]
    for row in rows:
        choice = choice_at(work, row)
        legal = legal_of(choice)
        actions[row] = 0
        if not is_empty(legal):
            slot = random_slot(legal, stream_of(work, SAMPLES, row))
            actions[row] = action_of(work, choice.kind, slot)


@jit
def mask_rows(works: np.ndarray, rows: np.ndarray, masks: np.ndarray) -> None:
    """Write the learner's legal actions into rows of False, one entry for each action."""
    work = works[0]
    for row in rows:
        choice = choice_at(work, row)
        legal = legal_of(choice)
        while not is_empty(legal):
            masks[row, action_of(work, choice.kind, first_slot(legal))] = True
            legal = without_first(legal)


@jit
def first_illegal(works: np.ndarray, rows: np.ndarray, actions: np.ndarray) -> int:
    """Find the first of the rows whose action is illegal in a running game; -1 if there is none."""
    work = works[0]
    for row in rows:
        choice = choice_at(work, row)
        if not is_empty(legal_of(choice)) and not is_legal(choice, slot_of(work, choice.kind, actions[row])):
            return row
    return -1


@jit
def first_outside(actions: np.ndarray, last: Number) -> int:
    """Find the first action id outside 0..last, and return its index; -1 if there is none."""
    for row in range(len(actions)):
        if actions[row] < 0 or actions[row] > last:
            return row
    return -1


@jit
def begin_and_play_on(
    work: Workspace, row: Row, state: State, game: GameRow, setting: Setting, opponents: Address
) -> None:
    """Begin a game and play to its first choice. It is not inlined: games are long, and `step_rows` stays small."""
    begin(work, row, state, game, setting)
    play_on(work, row, state, game, setting, opponents, True)


@jit_inline
def begin(work: Workspace, row: Row, state: State, game: GameRow, setting: Setting) -> None:
    """Seat the learner, draw the opponent, deal.

    With several opponents, the word that drew an opponent also seeds its stream, so no earlier opponent could have
    written to it.
    """
    seating = stream_of(work, SEATING, row)
    if setting.seat != EVERY_SEAT:
        game.seat = setting.seat
    elif game.seat == UNSEATED:
        game.seat = below(seating, work.seats)
    else:
        game.seat = game.seat + 1 if game.seat + 1 < work.seats else 0
    game.opponent = 0
    if setting.several:
        opponent = stream_of(work, OPPONENT, row)
        opponent.word = next_word(seating)
        game.opponent = drawn_opponent(setting, opponent.word)
    game.outcome = RUNNING
    game.plies = 0
    for seat in range(work.seats):
        amount_at(work.paid, row * work.seats + seat).value = 0.0
    deal(state, stream_of(work, DEALS, row))


@jit_inline
def drawn_opponent(setting: Setting, word: np.uint64) -> int:
    """Return the number of the opponent drawn by a word, according to the pool's weights."""
    number = 0
    while word >> UPPER >= setting.bounds[number]:
        number += 1
    return number


@jit_inline
def play_learner(work: Workspace, row: Row, state: State, game: GameRow, setting: Setting, slot: Slot) -> None:
    """Play the learner's slot; an illegal one ends the game."""
    if not is_legal(state, slot):
        game.outcome = ILLEGAL
        return
    if setting.self_play:
        game.seat = mover(state)
    play(work, row, state, game, slot)


@jit_inline
def play_on(
    work: Workspace, row: Row, state: State, game: GameRow, setting: Setting, opponents: Address, first: bool
) -> None:
    """Play until the learner or an uncompiled opponent has to choose, or the game is over or BROKEN."""
    while game.outcome == RUNNING:
        if is_empty(legal_of(state)):
            game.outcome = ENDED
            return
        forced = is_lone(legal_of(state))
        seat = mover(state)
        if setting.self_play or seat == game.seat:
            if first or not (setting.skip_forced and forced):
                game.to_move = seat
                return
            slot = first_slot(legal_of(state))
        elif forced:
            slot = first_slot(legal_of(state))
        elif setting.outside:
            game.to_move = seat
            return
        else:
            player = player_at(opponents, opponent_at(work, game, setting, seat))
            slot = choice_of(work, row, state, setting, player, seat)
            if not is_legal(state, slot):
                game.slot = slot
                game.to_move = seat
                game.outcome = BROKEN
                return
        play(work, row, state, game, slot)


@jit_inline
def opponent_at(work: Workspace, game: GameRow, setting: Setting, seat: Seat) -> Any:
    """Return the number of the opponent that plays a seat."""
    if not setting.by_place:
        return np.int64(game.opponent)
    place = np.int64(seat) - np.int64(game.seat) - 1
    return place if place >= 0 else place + work.seats


@jit_inline
def choice_of(work: Workspace, row: Row, state: State, setting: Setting, player: Player, seat: Seat) -> Slot:
    """Ask a compiled opponent for a seat's slot."""
    observe(state, seat, setting.open_world, work.info)
    return ask(player, work.info, stream_of(work, OPPONENT, row))


@jit_inline
def play(work: Workspace, row: Row, state: State, game: GameRow, slot: Slot) -> None:
    """Play a slot, and log the ply."""
    seat, action = mover(state), action_of(work, decision(state), slot)
    remember(game, game.plies, seat, slot, mark_of(work, action))
    if work.log_plies > 0:
        ply = ply_at(work.log, row * work.log_plies + game.plies)
        ply.action = action
        ply.seat = seat
    game.plies += 1
    step(state, slot)


@jit_inline
def settle(
    work: Workspace, row: Row, state: State, game: GameRow, view: ViewAddresses, result: Result, pays: bool
) -> None:
    """Write the seats' winnings so far; with ``pays`` reward the one that chose."""
    first = row * work.seats
    for seat in range(work.seats):
        amount_at(view.returns, first + seat).value = won(work, state, game, seat)
    result.terminated = game.outcome != RUNNING
    result.reward = 0.0
    if pays:
        total, paid = amount_at(view.returns, first + game.seat).value, amount_at(work.paid, first + game.seat)
        result.reward = total - paid.value
        paid.value = total


@jit_inline
def won(work: Workspace, state: State, game: GameRow, seat: Seat) -> Any:
    """Return a seat's winnings so far; an illegal action leaves the learner the lowest return of a game."""
    if game.outcome == ILLEGAL and seat == game.seat:
        return work.least
    return np.float64(returns(state, seat))


@jit_inline
def tell_seats(game: GameRow, result: Result) -> None:
    """Write the seat that observes, and the number of the opponent."""
    result.seat = game.seat
    result.opponent = game.opponent


@jit_inline
def observe_learner(
    work: Workspace, row: Row, state: State, game: GameRow, setting: Setting, view: ViewAddresses
) -> None:
    """Write the learner's observation into the view, or in self-play that of the seat to move."""
    if setting.self_play and game.outcome == RUNNING:
        game.seat = mover(state)
    observe_as(work, row, state, game, setting, np.int64(game.seat), view)
    choice = choice_at(work, row)
    put_legal(choice, legal_of(work.info))
    choice.kind = decision(state)


@jit_inline
def observe_as(
    work: Workspace, row: Row, state: State, game: GameRow, setting: Setting, seat: Seat, view: ViewAddresses
) -> None:
    """Write a seat's observation into the view; no action is legal once the game has ended."""
    info = work.info
    observe(state, seat, setting.open_world, info)
    if game.outcome != RUNNING:
        put_legal(info, no_slots(legal_of(info)))
    vector, mask = view.vectors + row * view.vector_bytes, view.masks + row * view.mask_bytes
    write_observation(work.writer, info, game, vector, mask)
