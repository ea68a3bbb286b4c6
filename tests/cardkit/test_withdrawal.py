"""A seat that leaves a table: the game goes on without it where it declares this, and its record replays."""

from __future__ import annotations

import numpy as np
import pytest

from cardkit.compiled.protocol import LEFT
from cardkit.game_check import check_game
from cardtable.line import Line
from tests.support.heist_envs import aec, single
from tests.support.heist_game import Heist
from tests.support.wide_envs import aec as volleys
from tests.support.wide_game import Volley

GAME = Heist()


def played(line: Line, leaving: int, at: int) -> Line:
    """Play the line to its end at random; a seat leaves when it is next to move."""
    rng = np.random.default_rng(5)
    while (seat := line.mover(len(line))) is not None:
        if seat == leaving and len(line) >= at:
            line.withdraw()
        else:
            line.play(int(rng.choice(line.information_set(len(line), seat).legal_actions)))
    return line


def test_the_others_play_on() -> None:
    line = played(Line(GAME, 1), leaving=2, at=6)
    assert line.plies[7] == (2, LEFT)
    assert {seat for seat, _ in line.plies[8:]} == {0, 1, 3, 4}
    assert line.returns() is not None
    assert len(line) == GAME.most_plies - 2  # it left in the second of four rounds


def test_the_record_of_a_game_that_a_seat_left_replays() -> None:
    line = played(Line(GAME, 1), leaving=2, at=6)
    end = len(line)
    (told,) = GAME.tell.read_records(GAME.tell.record_text(line.start_of(end), line.plies, [""] * GAME.seats))
    again = Line(GAME, 9, 0, GAME.tell.start_of(told))
    for _, action in told["plies"]:
        again.play(action)
    assert again.plies == line.plies
    assert again.returns() == line.returns()
    for seat in range(GAME.seats):
        assert bytes(again.information_set(end, seat).record) == bytes(line.information_set(end, seat).record)


def test_a_game_ends_when_all_have_left() -> None:
    line = Line(GAME, 1)
    for _ in range(GAME.seats):
        line.withdraw()
    assert line.mover(len(line)) is None
    assert line.returns() is not None


def test_a_game_that_does_not_say_how_refuses() -> None:
    line = Line(Volley(), 1)
    assert not line.can_withdraw
    with pytest.raises(ValueError, match="volley, closed does not say how it goes on without a seat"):
        line.withdraw()
    with pytest.raises(ValueError, match="out of range"):
        line.play(LEFT)


def test_a_seat_that_plays_on_after_it_left_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardkit.checking.play.withdraw", lambda state, seat: None)
    with pytest.raises(ValueError, match="is to move although it was withdrawn"):
        check_game(GAME, 10)


def test_seats_of_environments_leave_and_the_game_goes_on() -> None:
    env = aec()
    env.reset(seed=1)
    gone = env.agent_selection
    env.withdraw()
    while not any(env.terminations.values()):
        assert env.agent_selection != gone
        env.step(env.sample_action())
    assert env.information_set(gone).plies[0] == (int(gone[-1]), LEFT)
    learner = single()
    learner.reset(seed=2)
    assert learner.withdraw()[2]


def test_an_environment_of_a_game_that_does_not_say_how_refuses() -> None:
    env = volleys()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="does not say how it goes on without a seat"):
        env.withdraw()
    env.step(env.sample_action())
