"""Random games of Bang! agree with an oracle written from the reference, state and knowledge, after every ply."""

from __future__ import annotations

import pytest

from tests.support.bang.comparison import compare

GAMES = 2000
AT_A_TIME = 100


@pytest.mark.parametrize("seed", range(12))
def test_a_game_agrees(seed: int) -> None:
    compare(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, GAMES, AT_A_TIME))
def test_many_games_agree(first: int) -> None:
    for seed in range(first, first + AT_A_TIME):
        compare(seed)
