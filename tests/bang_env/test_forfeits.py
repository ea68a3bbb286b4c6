"""The price of failing at a table of Bang!, for each set of seats that a name may have, by all that play may bring."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from bang_env import Bang
from bang_env.characters import LAW, LONER, OUTLAWS, TEAM_OF
from bang_env.core.records import OVER
from bang_env.game import deal_random, step
from bang_env.quitting.forfeits import may_win_by_roles
from cardkit.compiled.jit import jit
from cardkit.compiled.prng import streams_from_seed
from cardkit.compiled.slots import legal_of, random_slot
from tests.contracts.test_forfeits import measures, parties
from tests.support.bang.scenes import Scene
from tests.support.positions import legal_slots

STREAM = streams_from_seed(4)[0]
LONGEST, MOST_STATES = 5, 24  # of a tree that is looked through


@jit
def play(state: Any, stream: Any, plies: Any) -> None:
    """Play so many random plies, or all that are left."""
    while plies != 0 and state.phase != OVER:
        step(state, random_slot(legal_of(state), stream))
        plies -= 1


def played(state: Any, plies: int = -1) -> Any:
    """Return the state after random plies; after all that are left if no number is given."""
    state = state.copy()
    play(state, STREAM, np.int64(plies))
    return state


def all_winners(state: Any) -> set[int] | None:
    """Return the teams that some rest of the game lets win; None if there are too many states to look through."""
    found, waiting, seen = set[int](), [state], 0
    while waiting:
        seen += 1
        one = waiting.pop()
        slots = legal_slots(one)
        if seen + len(waiting) > MOST_STATES or one.plies - state.plies > LONGEST:
            return None
        if not slots:
            found.add(int(one.winner))
        for slot in slots:
            after = one.copy()
            step(after, slot)
            waiting.append(after)
    return found


def outcome(state: Any, winner: int) -> list[float]:
    """Compute the returns of all seats if this team wins."""
    return [1.0 if TEAM_OF[role] == winner else -1.0 for role in state.roles]


def check_fails_at_a_loss(game: Bang, state: Any, winners: Collection[int]) -> None:
    """Check that no lineup gains by failing here, in returns, places and leads, as far as these teams may win."""
    chosen, tried = parties(game.seats)[1], np.array([measures(outcome(state, winner)) for winner in winners])
    for number, own in enumerate(chosen):
        if state.mover in own:
            paid = game.forfeit(state, int(state.mover), set(own) - {int(state.mover)})
            assert (measures(paid)[number] <= tried[:, number] + 1e-9).all(), (own, paid, winners, state.roles)


def check_harms_nobody_else(game: Bang, state: Any, winners: Collection[int]) -> None:
    """Check that no set of other seats gets less than the worst of all that may come."""
    chosen, tried = parties(game.seats)[1], np.array([measures(outcome(state, winner)) for winner in winners])
    for own in chosen:
        if state.mover in own:
            got = measures(game.forfeit(state, int(state.mover), set(own) - {int(state.mover)}))
            for number, other in enumerate(chosen):
                if not set(other) & set(own):
                    assert (got[number] >= tried[:, number].min(axis=0) - 1e-9).all(), (own, other, winners)


def states_of(game: Bang, seed: int) -> Iterator[tuple[Any, bool]]:
    """Yield states of a random game: some from its middle, and some, marked as late, from shortly before its end."""
    state = game.new_states()[0]
    deal_random(state, streams_from_seed(seed)[0])
    late = state
    while (later := played(late, 5)).phase != OVER:
        late = later
        if late.plies % 100 == 0:
            yield late, False
    while late.phase != OVER:
        yield late, True
        late = played(late, 1)


@pytest.mark.parametrize(
    ("seats", "games"), [(4, 6), *(pytest.param(*one, marks=pytest.mark.slow) for one in ((5, 15), (6, 10), (7, 10)))]
)
def test_no_lineup_gains_by_failing_and_none_harms_others(seats: int, games: int) -> None:
    game, looked_through = Bang({"num_players": seats}), 0
    for seed in range(games):
        for state, is_late in states_of(game, seed):
            check_fails_at_a_loss(game, state, {int(played(state).winner) for _ in range(6)})
            winners = all_winners(state) if is_late else None
            if winners is not None:
                check_fails_at_a_loss(game, state, winners)
                check_harms_nobody_else(game, state, winners)
                looked_through += 1
    assert looked_through > games


PLAYERS = {0: "willy_the_kid", 1: "bart_cassidy", 2: "rose_doolan", 3: "slab_the_killer", 4: "paul_regret"}


def in_gatling(roles: str, by: int, plies: str) -> Any:
    """Set up a gatling of a seat that meets others with one life and a mancato each."""
    hands = {by: ["gatling"], **{seat: ["mancato"] for seat in range(len(roles)) if seat != by}}
    scene = Scene(hands, roles=roles, characters=PLAYERS).play(*["end"] * by)
    scene.state.lives[:] = 1
    return scene.play("gatling", *plies.split(", ")).state


@pytest.mark.parametrize(
    ("roles", "by", "plies", "teams"),
    [
        ("SORO", 2, "nothing, nothing, nothing, nothing", {OUTLAWS, LONER}),  # the Sheriff and an Outlaw; one is asked
        ("SORO", 2, "answer mancato, nothing, nothing", {OUTLAWS}),  # an Outlaw lives
        (
            "SDOOR",
            1,
            "nothing, nothing, nothing, nothing, nothing, nothing",
            {LAW, OUTLAWS},
        ),  # only the Sheriff is asked
        ("SOORD", 0, "nothing, nothing, nothing, nothing, nothing, nothing", {LAW}),  # only the Deputy is asked
        ("SORO", 2, "nothing, nothing", {LAW, OUTLAWS, LONER}),  # the Sheriff is asked
    ],
)
def test_a_card_that_is_carried_out_decides_who_may_win(roles: str, by: int, plies: str, teams: set[int]) -> None:
    state = in_gatling(roles, by, plies)
    assert set(may_win_by_roles(state)) == teams
    if all_winners(state) is not None:
        assert all_winners(state) == teams


def winners_beside(game: Bang, state: Any, own: Sequence[int]) -> list[int]:
    """Return the seats that win when the name of these fails."""
    paid = game.forfeit(state, int(state.mover), set(own) - {int(state.mover)})
    return [seat for seat, one in enumerate(paid) if one > 0]


def test_who_fails_never_wins_and_the_most_others_do() -> None:
    scene = Scene(roles="SDOOR")
    assert winners_beside(scene.game, scene.state, [0]) == [2, 3]
    assert winners_beside(scene.game, scene.state, [0, 1]) == [2, 3]
    assert winners_beside(scene.game, scene.state, [0, 2, 4]) == [3]
    assert winners_beside(scene.game, scene.state, [0, 2, 3, 4]) == [1]  # the Deputy's name alone is left
    assert winners_beside(scene.game, scene.state, [0, 1, 2, 3]) == [4]
    scene = Scene(roles="SDOOR", dead=[4])
    assert winners_beside(scene.game, scene.state, [0, 1, 2, 3]) == []  # the Renegade is dead
    scene = Scene(roles="SDOOR", dead=[1, 2, 3])
    assert winners_beside(scene.game, scene.state, [0, 1]) == [4]  # Outlaws win no more
