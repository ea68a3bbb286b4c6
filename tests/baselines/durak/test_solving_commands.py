"""The output of ``durak solve`` and ``durak exploitability``."""

from __future__ import annotations

import json

import pytest
from typer.testing import Result

from baselines.durak.cli import app
from tests.support.command_line import run_command

LONG = "start_rank=12,num_suits=2,hand_size=2,include_trumps=False"
WIDTH = 80  # of a terminal


def durak(*arguments: str) -> Result:
    return run_command(app, *arguments, columns=WIDTH)


@pytest.mark.parametrize("command", [("solve",), ("exploitability", "low", "--answers", "2")])
def test_no_line_is_longer_than_a_terminal(command: tuple[str, ...]) -> None:
    """No line is longer than a terminal or broken: the game has its own line, and so has a seed of up to 39 digits."""
    lines = durak(*command, "--rules", LONG).stdout.splitlines()
    assert lines[0] == LONG
    assert max(map(len, lines)) < WIDTH


def test_figures_are_printed_as_json_and_nothing_else_is() -> None:
    arguments = ("exploitability", "greedy", "low", "--answers", "2", "--seed", "1", "--json")
    (game,) = json.loads(durak(*arguments).stdout)
    assert (game["rules"], game["played_out"], game["seed"]) == ("start_rank=12,num_suits=2,hand_size=2", False, 1)
    assert 0 < game["nash_conv"] <= 1e-3
    greedy, low = game["agents"]
    assert (greedy["agent"], low["agent"]) == ("greedy", "low")
    assert greedy["least"] == greedy["most"] == pytest.approx(0.2556, abs=1e-4)
    assert greedy["cfr_equilibrium_wins"] == pytest.approx(0.184, abs=1e-3)
    assert greedy["equilibria_win"] == pytest.approx({"least": 0.0444, "most": 0.2333}, abs=1e-4)
