"""The costs of a failure: the worst that play could still have brought the name that fails, whatever its roles.

All seats of that name lose. Of the teams that may still win, the one wins that has the most seats of other names; its
seats of the name that fails lose all the same. So no outcome brings that name less: the mean return of its seats is -1,
no outcome has more winners among the others, and so none gives it a lower place or lead. And others get what an outcome
gives them. By role and party, what may still come:

- law, if the Sheriff has not fallen;
- the Renegade, if he has not fallen; where the Sheriff has, only if the gatling or the indiani may fell all others too;
- the Outlaws, dead or not, unless the Sheriff and the Renegade alone are left; where all Outlaws and the Renegade have
  fallen, only if the same card may still fell the Sheriff.

Plies that are no choice are played first. Where few rests of the game are left, these say who may win, cards and all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from bang_env.actions import actions_in
from bang_env.characters import LAW, LONER, OUTLAWS, RENEGADE, TEAM_OF
from bang_env.core.records import BY_GATLING, BY_INDIANI, NO_WINNER, OVER, State
from bang_env.game import step
from cardkit.compiled.slots import as_int

LONGEST, MOST_STATES = 6, 32
"""Rests of a game are looked through if they have no more plies and states than this, which takes milliseconds."""


def forfeit(state: State, own: Collection[int]) -> tuple[float, ...]:
    """Settle the returns of all seats after the agent of ``own`` seats has failed."""
    teams = [int(TEAM_OF[role]) for role in state.roles]
    others = [team for seat, team in enumerate(teams) if seat not in own]
    winner = max(teams_that_may_win(state), key=others.count, default=NO_WINNER)
    return tuple(1.0 if team == winner and seat not in own else -1.0 for seat, team in enumerate(teams))


def teams_that_may_win(state: State) -> Collection[int]:
    """Return the teams that some rest of the game lets win."""
    state = after_forced_plies(state)
    found = winners_of_few(state)
    return may_win_by_roles(state) if found is None else found - {int(NO_WINNER)}


def winners_of_few(state: State) -> set[int] | None:
    """Return the winners of all rests of the game, NO_WINNER among them; None if these are too long or too many."""
    found, waiting = set[int](), [state]
    for _ in range(MOST_STATES):
        one = waiting.pop()
        if one.phase == OVER:
            found.add(int(one.winner))
        elif one.plies - state.plies == LONGEST:
            return None
        for slot in actions_in(as_int(one.legal)):
            waiting.append(one.copy())
            step(waiting[-1], slot)
        if not waiting:
            return found
    return None


def may_win_by_roles(state: State) -> list[int]:
    """Return the teams that can still win by the roles that live and the card that is carried out."""
    fallen = {*np.flatnonzero(state.dead).tolist(), *state.fell[: int(state.falls)].tolist()}
    left = set(range(len(state.roles))) - fallen
    threats = {seat for seat in left if TEAM_OF[state.roles[seat]] != LAW}
    renegade = {seat for seat in left if state.roles[seat] == RENEGADE}
    sheriff, met = int(state.sheriff), set(still_met(state))
    if sheriff in fallen:
        may_win = {OUTLAWS: left != renegade, LONER: renegade and left - renegade <= met}
    elif not threats:
        may_win = {OUTLAWS: sheriff in met, LAW: True}
    else:
        may_win = {OUTLAWS: left != {sheriff} | renegade, LAW: True, LONER: renegade}
    return [int(team) for team, may in may_win.items() if may]


def after_forced_plies(state: State) -> State:
    """Play forced plies until somebody has a choice, or the game is over; return the state."""
    state = state.copy()
    while len(legal := actions_in(as_int(state.legal))) == 1:
        step(state, *legal)
    return state


def still_met(state: State) -> Iterator[int]:
    """Yield the seats that gatling or indiani still meet, from the one that is asked on."""
    if state.cause in (BY_GATLING, BY_INDIANI):
        seat = int(state.target)
        while seat != state.source:
            yield seat
            seat = (seat + 1) % len(state.roles)
