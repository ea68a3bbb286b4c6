"""Random games of Bang! agree with an oracle written from the reference, state and knowledge, after every ply."""

from __future__ import annotations

import pytest

from tests.support.bang.comparison import LEFT, SEATS_OF_QUICK_TESTS, Plan, compare, name_of, played_by_oracle
from tests.support.bang.oracle.actions import ACTIONS

GAMES = 1000  # of faults that one game in 300 shows, one in 28 passes
AT_A_TIME = 100


@pytest.mark.parametrize("seed", [seed for seed in range(48) if Plan(seed).seats in SEATS_OF_QUICK_TESTS])
def test_a_game_agrees(seed: int) -> None:
    compare(seed)


def test_everything_occurs_in_these_games() -> None:
    """The games have each action, phase, character and winner, seats that leave, and a deck used up with its pile."""
    games = [played_by_oracle(Plan(seed)) for seed in range(24)]
    # All targets are alike here: steps do not count.
    done = {without_numbers(one) for game in games for one in game.actions}
    assert done == {without_numbers(one) for one in (LEFT, *range(len(ACTIONS)))}
    assert {number for game in games for number in game.plan.characters} == set(range(16))
    assert {game.told[-1]["winner"] for game in games} == {0, 1, 2, 3}
    told = [one for game in games for one in game.told]
    assert len({one["phase"] for one in told}) == 11
    assert any(not one["deck"] and not one["pile"] for one in told)


def without_numbers(action: int) -> tuple[str, ...]:
    """Return the words of an action."""
    return tuple(word for word in name_of(action).split() if not word.isdigit())


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, GAMES, AT_A_TIME))
def test_many_games_agree(first: int) -> None:
    for seed in range(first, first + AT_A_TIME):
        compare(seed)
