"""The reports that `durak bench` and `oh-hell bench` write of their measurements."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner

from baselines.durak.bench import durak
from baselines.durak.cli import app
from baselines.oh_hell import bench as oh_hell
from baselines.oh_hell.cli import app as oh_hell_app
from cardkit.bench import kept
from cardkit.bench.report import Row, figure_text, markdown, rounds_text, summed_up
from oh_hell_env.core.records import Phase
from tests.support.command_line import run_command


def a_round(speed: float, milliseconds: float, ratio: float) -> list[Row]:
    return [
        Row("plies", speed, "plies/s", "60 M"),
        Row("a move", milliseconds, "ms a move", "at most 1.0"),
        Row("two threads of one", ratio, "times", "1.6"),
    ]


def test_of_rounds_the_best_speed_and_time_and_the_median_ratio_count() -> None:
    speed, move, ratio = summed_up([a_round(61.2e6, 0.5, 1.9), a_round(48.3e6, 0.3, 1.1), a_round(55e6, 0.4, 1.7)])
    assert (speed.figure, move.figure, ratio.figure) == (61.2e6, 0.3, 1.7)
    assert (figure_text(speed), rounds_text(speed)) == ("61.2 M plies/s", "48.3 to 61.2")
    assert (figure_text(move), rounds_text(move)) == ("0.30 ms a move", "0.30 to 0.50")
    assert "| two threads of one | 1.70 times | 1.10 to 1.90 | 1.6 |" in markdown([speed, move, ratio])


def test_a_single_round_is_told_as_it_is() -> None:
    rows = a_round(900.0, 0.5, 1.9)
    assert summed_up([rows]) == rows
    assert "| plies | 900.00 plies/s | 60 M |" in markdown(rows)


@pytest.mark.parametrize(
    ("program", "paths"),
    [(app, durak), pytest.param(oh_hell_app, oh_hell, marks=pytest.mark.slow)],
    ids=["durak", "oh-hell"],
)
def test_rounds_are_counted_by_the_command(
    program: Any, paths: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    speeds = iter((48.3e6, 61.2e6))
    monkeypatch.setattr(paths, "rows", lambda: iter([Row("plies", next(speeds), "plies/s", "60 M")]))
    page = tmp_path / "results.md"
    run_command(program, "bench", "--rounds", "2", "--write", str(page))
    assert "| plies | 61.2 M plies/s | 48.3 to 61.2 | 60 M |" in page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_searches_are_measured_where_they_bid_and_where_they_play() -> None:
    """Searches are measured by seats that can choose: a single legal action is not searched."""
    for bids, phase in ((0, Phase.BID), (4, Phase.PLAY)):
        openings = oh_hell.openings(bids)
        assert {info.phase for info in openings} == {phase}
        assert min(len(info.legal_actions) for info in openings) == (14 if bids == 0 else 13)
        assert len({info.hand for info in openings}) == len(openings)


def of_machine(machine: float, paths: dict[str, float]) -> list[Row]:
    """Return a round of a machine that is so many times as fast."""
    rows = [Row(kept.YARDSTICK, machine, "products/s", ""), Row("two threads of one", 1.5, "times", "")]
    rows += [Row(name, machine * speed, "plies/s", "") for name, speed in paths.items()]
    return [*rows, Row("first match", 2 / machine, "s", "")]


def test_a_slower_machine_is_no_slower_path(tmp_path: Path) -> None:
    kept.keep(tmp_path / "before.json", "this one", [of_machine(1.0, {"plies": 10.0, "games": 4.0})] * 3)
    machine, then = kept.kept(tmp_path / "before.json")
    now = [of_machine(speed, {"plies": 10.0, "games": 2.8, "new": 1.0}) for speed in (0.3, 0.5, 0.4, 2.0, 1.0)]
    shares = kept.ratios(now, then)
    assert machine == "this one"
    assert set(shares) == {"plies", "games", "first match"}
    assert shares["plies"] == shares["first match"] == pytest.approx([1.0] * 5)
    assert kept.slower(shares) == ["games"]
    assert kept.slower(kept.ratios(now[1:], then)) == []  # four rounds are too few


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"machine": "x", "rounds": []}', '{"machine": "x", "rounds": [{}]}'])
def test_what_holds_no_speeds_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "before.json").write_text(text)
    result = run_command(app, "bench", "--against", str(tmp_path / "before.json"), status=2)
    assert "before.json holds no speeds of bench --keep: " in " ".join(result.output.split())


def test_a_path_that_has_become_slow_ends_the_command_with_1(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(kept, "yardstick", lambda: Row(kept.YARDSTICK, 1.0, "products/s", ""))
    file, speeds = str(tmp_path / "before.json"), iter([8.0] * 5 + [5.0] * 4 + [7.0] + [5.0] * 5)
    monkeypatch.setattr(durak, "rows", lambda: iter([Row("plies", next(speeds), "plies/s", "")]))
    run = "bench", "--rounds", "5"
    assert CliRunner().invoke(app, [*run, "--keep", file]).exit_code == 0
    once_fast = CliRunner().invoke(app, [*run, "--against", file])
    assert (once_fast.exit_code, "Slower" in once_fast.output) == (0, False)
    slow = CliRunner().invoke(app, [*run, "--against", file])
    assert (slow.exit_code, "Slower in every round: plies." in slow.output) == (1, True)
