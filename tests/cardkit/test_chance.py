"""Chance during play: after a given start, in records, in branches of the table."""

from __future__ import annotations

import numpy as np
import pytest

from cardkit.compiled.game_functions import implement_game
from cardkit.game_check import check_game
from cardtable.line import Line
from tests.support import heist
from tests.support.heist_game import Heist

GAME = Heist()


def finish(line: Line, seed: int) -> list[int]:
    """Play on at random, and return the outcomes of chance."""
    rng = np.random.default_rng(seed)
    while (seat := line.mover(len(line))) is not None:
        line.play(int(rng.choice(line.information_set(len(line), seat).legal_actions)))
    end = line.state(len(line))
    return end.given[: end.used].tolist()


def test_a_feed_that_lacks_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardkit.checking.play.feed", lambda start, state: None)
    with pytest.raises(ValueError, match="feed lacks something"):
        check_game(GAME, 20)


def test_reseed_and_feed_come_together() -> None:
    bodies = {name: getattr(heist, name) for name in ("deal", "mover", "step", "returns", "score", "count")}
    bodies |= {name: getattr(heist, name) for name in ("copy_state", "observe", "determinize")}
    for name in ("reseed", "feed"):
        with pytest.raises(ValueError, match="both reseed and feed"):
            implement_game([], [], **bodies, **{name: getattr(heist, name)})


def test_chance_after_a_given_start_follows_the_seed() -> None:
    start = Line(GAME, 1).start
    first = finish(Line(GAME, 1, 0, start), 0)
    assert first == finish(Line(GAME, 1, 0, start), 0)
    assert first != finish(Line(GAME, 2, 0, start), 0)


def test_a_branch_keeps_what_chance_gave() -> None:
    line = Line(GAME, 1, 0, Line(GAME, 1).start)
    chance = finish(line, 0)
    branch = Line(GAME, 9, 0, line.start_of(12))
    for _, action in line.plies[:12]:
        branch.play(action)
    used = int(line.state(12).used)
    after = finish(branch, 1)
    assert 0 < used < len(chance)
    assert after[:used] == chance[:used]
    assert after[used:] != chance[used:]


def test_a_swap_forgets_what_chance_gave() -> None:
    line = Line(GAME, 1)
    finish(line, 0)
    assert line.start_of(len(line)).fed > line.start_of(0).fed == 0
