"""The experiments of the thesis: what is played, what is claimed, and the page that tells of it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from baselines.arena.match import play_match
from baselines.arena.roster import make_agent
from baselines.cli import app
from baselines.lab import thesis_schedule
from baselines.lab.catalogue import EXPERIMENTS, chosen
from baselines.lab.claims import best, does_not_rise, gains, in_series, lose, rises, slower, wins_more, worst
from baselines.lab.configurations import SWEEPS
from baselines.lab.counting_search import Bounds, CountingSearch, Nothing
from baselines.lab.decided import may_be_equal
from baselines.lab.early_ends import early_winner
from baselines.lab.finding import Scale
from baselines.lab.kept_positions import RIGHT
from baselines.lab.page import OWNER, check_nothing_lost, section
from baselines.lab.sweep import Claim, Duel, Score, Sweep
from baselines.lab.tables import TABLES, ThesisTournament
from baselines.lab.thesis_schedule import play_until_decided
from cardkit.arena.game_loop import PythonGame
from cardkit.compiled.prng import STREAM
from cardkit.report.page_section import section_of, write_section
from durak_env.actions import slots_of_actions
from durak_env.game import new_states, step
from durak_env.information import InformationSet, determinize_into
from durak_env.rules import Rules

SMALL = Sweep(
    "small",
    "A small sweep",
    "agent",
    (Duel("uniform", "uniform"), Duel("random", "random"), Duel("greedy", "greedy")),
    open_world=False,
    full=200,
    quick=100,
    claims=(
        Claim("better agents win more", rises),
        Claim("uniform is the best", best("uniform"), "it is the weakest"),
    ),
)
STRONG, WEAK = Score("strong", 90, 5, 5, 2.0), Score("weak", 10, 5, 85, 1.0)
LIKE_STRONG, LIKE_WEAK = replace(STRONG, label="like strong", wins=89), replace(WEAK, label="like weak", wins=11)
EVEN = Score("even", 48, 2, 50, 1.0)


def test_what_the_thesis_shows_is_there() -> None:
    figures = ["2.1", "3.5", "4.10", "4.12", *(f"5.{number}" for number in range(1, 13))]
    wanted = {*(f"figure-{number}" for number in figures), "table-5.1", "table-5.2", "section-2.6", "section-2.7"}
    faults = {"hidden-cards", "kept-positions", "early-ends", "null-probability"}
    left_open = {"no-trumps", "depth-4-and-6", "foreseen-opponent", "thinking-time"}
    assert wanted | faults | left_open == set(EXPERIMENTS)
    assert len({one.name for one in chosen([])}) == len(EXPERIMENTS)


def test_every_agent_of_every_experiment_exists() -> None:
    specs = {spec for sweep in SWEEPS for duel in sweep.duels for spec in (duel.a, duel.b)}
    for spec in specs | {spec for table in TABLES for spec in table.agents.values()}:
        assert callable(make_agent(spec).act), spec


@pytest.mark.parametrize(
    ("claim", "scores", "holds"),
    [
        (rises, (WEAK, STRONG), True),
        (rises, (STRONG, WEAK), False),
        (rises, (STRONG, replace(STRONG, wins=91)), None),
        (does_not_rise, (STRONG, WEAK), True),
        (does_not_rise, (WEAK, STRONG), False),
        (does_not_rise, (STRONG, LIKE_STRONG), None),
        (best("strong"), (WEAK, STRONG), True),
        (best("weak"), (WEAK, STRONG), False),
        (best("strong"), (WEAK, STRONG, LIKE_STRONG), None),
        (best("weak"), (WEAK, LIKE_WEAK, STRONG), False),
        (worst("weak"), (WEAK, STRONG), True),
        (worst("strong"), (WEAK, STRONG), False),
        (worst("weak"), (WEAK, STRONG, LIKE_WEAK), None),
        (lose("weak", "like weak"), (WEAK, LIKE_WEAK, STRONG), True),
        (lose("weak", "even"), (WEAK, EVEN), None),
        (lose("even", "strong"), (EVEN, STRONG), False),
        (wins_more("strong", "weak"), (WEAK, STRONG), True),
        (wins_more("weak", "strong"), (WEAK, STRONG), False),
        (slower("strong", "weak"), (WEAK, STRONG), True),
        (slower("weak", "strong"), (WEAK, STRONG), False),
    ],
)
def test_claims(claim: object, scores: tuple[Score, ...], holds: bool | None) -> None:
    assert claim(scores) is holds  # type: ignore[operator]


def test_a_claim_may_be_of_one_line_alone() -> None:
    lines = [replace(STRONG, series="a"), replace(WEAK, series="b"), replace(WEAK, series="a")]
    assert in_series("a", rises)(lines) is False
    assert rises([*lines, STRONG]) is None


def test_the_setting_of_every_sweep_names_whom_it_plays_against_in_short() -> None:
    for sweep in SWEEPS:
        opponents = {duel.b for duel in sweep.duels}
        assert len(sweep.against) < 40
        assert opponents == {sweep.against} or len(opponents) > 1


@pytest.mark.slow
def test_hidden_cards_are_worth_something() -> None:
    finding = EXPERIMENTS["hidden-cards"].run(Scale(quick=True))
    assert [row[:2] for row in finding.rows] == [
        (agent, opponent) for agent in ("minimax", "mcts") for opponent in ("greedy", "smart")
    ]
    assert len(finding.verdicts) == 4
    none, everything = (float(finding.rows[2][column].split("%")[0]) for column in (2, 4))
    assert none < everything


def test_an_early_end_is_a_win_of_who_has_no_card_left_while_there_is_a_talon() -> None:
    games: list[PythonGame] = []
    play_match("greedy", "greedy", 400, seed=1, on_game=games.append)
    early = [game for game in games if early_winner(game) is not None]
    assert 0 < len(early) < 12  # 0.7 % of greedy games
    for game in early:
        state, slots = game.start.copy(), slots_of_actions(game.variant.rules)
        empty = []
        for _, action in game.plies:
            step(state, slots[action])
            if state.talon_size > 0 and state.hands[int(state.attacker)] == 0:
                empty.append(int(state.attacker))
        assert empty[0] == early_winner(game)


def test_the_programs_random_agent_passes_more_often() -> None:
    finding = EXPERIMENTS["null-probability"].run(Scale(quick=True))
    text, program = (float(row[1].split("%")[0]) for row in finding.rows)
    assert 85 < text < program < 98  # at this seed
    assert finding.verdicts[0].agrees


@pytest.mark.slow
def test_the_counting_search_is_that_of_minimax_and_a_right_table_changes_no_move() -> None:
    found: list[tuple[Any, int]] = []

    class Comparing:
        def act(self, info: InformationSet, rng: np.random.Generator) -> int:
            state = new_states(info.rules)[0]
            determinize_into(info.record, np.zeros(1, STREAM)[0], state)
            found.extend((state, CountingSearch(4, table).choose(state)) for table in (Nothing(), Bounds()))
            action = make_agent("minimax:depth=4,order=deck").act(info, rng)
            found.append((state, int(slots_of_actions(info.rules)[action])))
            return action

    play_match(Comparing(), "greedy", 4, seed=1, open_world=True, rules=Rules(start_rank=10))
    assert len(found) > 60
    choices = [slot for _, slot in found]
    assert choices[::3] == choices[1::3] == choices[2::3]


@pytest.mark.slow
def test_the_programs_table_finds_less_and_errs() -> None:
    finding = EXPERIMENTS["kept-positions"].run(Scale(quick=True))
    assert [verdict.agrees for verdict in finding.verdicts] == [True, True, True]
    assert [row[4] for row in finding.rows if row[1] == RIGHT] == ["0.0%", "0.0%"]  # wrong of those found


def test_questions_that_were_left_open_are_answered() -> None:
    few, many = replace(WEAK, label="10"), replace(STRONG, label="100")
    assert gains([few, many]) == ("wins grow by +84.2 points from 10 to 100; the last two intervals lie apart",)
    agents = {"random": "random", "greedy": "greedy", "smart": "smart"}
    found = ThesisTournament("t", "t", agents, False, Rules(), {}, {}).run(Scale(quick=True))
    assert found.said == ["answer: unbeaten: greedy, smart; undecided: smart and greedy"]


def test_a_sweep_is_played_and_judged() -> None:
    begun: list[str] = []
    finding = SMALL.run(Scale(quick=True, progress=begun.append))
    assert finding.games == 300
    assert len(begun) == 3
    assert [verdict.agrees for verdict in finding.verdicts] == [True, False]
    assert str(finding.verdicts[1]) == "differs: uniform is the best (it is the weakest)"
    assert [row[0] for row in finding.rows] == ["uniform", "random", "greedy"]
    again = SMALL.run(Scale(quick=True, jobs=2))
    assert [row[:4] for row in again.rows] == [row[:4] for row in finding.rows]  # the last is a time


def test_an_undecided_match_grows_and_a_decided_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thesis_schedule, "MOST", 2000)
    share, (low, high), games = play_until_decided("greedy", "greedy", False, Rules(), Scale())
    assert games == 2000
    assert low <= 0.5 == share <= high  # mirrored pairs of an agent without chance
    share, (low, high), games = play_until_decided("greedy", "random", False, Rules(), Scale())
    assert games == 500
    assert 0.5 < low < share < high


def test_a_tournament_is_held_against_the_thesis() -> None:
    agents = {"random": "random", "greedy": "greedy"}
    cells = {("greedy", "random"): (88.7, 94.4)}
    assert ThesisTournament("t", "t", agents, False, Rules(), cells, {}).run(Scale(quick=True)).verdicts[0].agrees
    cells = {("greedy", "random"): (10.0, 20.0)}
    finding = ThesisTournament("t", "t", agents, False, Rules(), cells, {"greedy": "why"}).run(Scale(quick=True))
    verdict = finding.verdicts[0]
    assert not verdict.agrees
    assert verdict.because.endswith("why")


def test_the_page_has_table_picture_and_verdicts(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    scale = Scale(quick=True, jobs=2)
    text = section([SMALL.run(scale)], tmp_path / "figures", page, scale, seconds=125)
    assert "Seed 1, 2 workers at once, 2 minutes on" in text
    assert "| small | A small sweep | 300 | 1 | 1 | 0 |" in text
    assert "![A small sweep](figures/small.png)" in text
    assert "- agrees: better agents win more" in text
    assert (tmp_path / "figures" / "small.png").read_bytes().startswith(b"\x89PNG")


def test_a_page_is_a_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"{tmp_path}"):
        write_section(tmp_path, "one", "first")


def test_sections_leave_each_other_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    write_section(page, "one", "first")
    write_section(page, "two", "second")
    both = page.read_text(encoding="utf-8")
    assert both.index("first") < both.index("second")
    write_section(page, "one", "changed")
    assert page.read_text(encoding="utf-8") == both.replace("first", "changed")


def test_a_section_without_an_end_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- one -->\nmine\n", encoding="utf-8")
    with pytest.raises(ValueError, match="<!-- end of one -->"):
        write_section(page, "one", "new")
    assert page.read_text(encoding="utf-8") == "<!-- one -->\nmine\n"


def test_no_findings_are_lost(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    write_section(page, OWNER, "### figure-1.0: One\n\n### figure-2.0: Two\n")
    check_nothing_lost(["figure-1.0", "figure-2.0", "figure-3.0"], page)
    with pytest.raises(ValueError, match=r"also has the findings of figure-2\.0: run these as well"):
        check_nothing_lost(["figure-1.0"], page)
    refused = CliRunner().invoke(app, ["reproduce", "section-2.6", "--quick", "--write", str(page)])
    assert refused.exit_code == 2
    assert "also has the findings of figure-1.0, figure-2.0" in refused.stderr


def test_the_results_hold_all_experiments() -> None:
    findings = section_of(Path(__file__).parents[2] / "docs" / "results.md", OWNER)
    assert re.findall(r"^### ([a-z0-9.-]+): ", findings, re.MULTILINE) == list(EXPERIMENTS)


def test_the_command(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    options = ["--quick", "--jobs", "1", "--seed", "5", "--write", str(page)]
    done = CliRunner().invoke(app, ["reproduce", "section-2.6", *options])
    assert done.exit_code == 0, done.output
    assert "agrees: 2.17 actions a ply" in done.output
    written = page.read_text(encoding="utf-8")
    assert "geometric mean" in written
    assert "Seed 5, 1 worker at once" in written
    listed = CliRunner().invoke(app, ["reproduce", "--list"]).output
    assert all(name in listed for name in EXPERIMENTS)


def test_an_unknown_experiment_is_named() -> None:
    with pytest.raises(ValueError, match=r"unknown experiment 'figure-9.9'; .*figure-2.1, "):
        chosen(["figure-9.9"])


def test_the_shares_of_figure_35_say_of_which_games() -> None:
    """All other shares of the page are of the decided games."""
    finding = EXPERIMENTS["figure-3.5"].run(Scale(quick=True))
    assert [row[0] for row in finding.rows[:2]] == ["won by greedy, of all games", "drawn, of all games"]


@pytest.mark.parametrize(
    ("interval", "other", "expected"),
    [
        ((0.50, 0.54), (0.50, 0.54), True),
        ((0.50, 0.54), (0.535, 0.575), False),  # they overlap, yet the difference is 0.035 of at most 0.028
        ((0.50, 0.54), (0.52, 0.56), True),
        ((0.543, 0.577), (0.331, 0.555), False),
    ],
)
def test_shares_differ_by_the_interval_of_their_difference(
    interval: tuple[float, float], other: tuple[float, float], expected: bool
) -> None:
    assert may_be_equal(interval, other) is expected
    assert may_be_equal(other, interval) is expected
