"""The analyses of searching agents: values that agree with the move, and equal games told or untold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from baselines import make_agent, play_match
from cardkit.agents import Analyst
from cardkit.arena.game_loop import PythonGame
from cardkit.compiled.prng import streams_from_seed
from cardkit.notation.analysis import Analysis, Finding
from cardkit.notation.search_tree import Branch, Cut
from durak_env.action_errors import action_text
from durak_env.actions import slots_of_actions
from durak_env.agents.heuristic import greedy
from durak_env.core.play import step
from durak_env.core.seating import mover
from durak_env.information import InformationSet
from durak_env.notation.words import parse_action
from durak_env.rules import Rules
from tests.baselines.durak.test_cli import durak
from tests.support.search_positions import RULE_SETS, STANDARD, positions, small_endgames

SPECS = ["mcts:limit=40,samples=6", "mcts:limit=60,samples=2,choice=visits", "ismcts:simulations=300"]


@pytest.mark.parametrize(
    ("spec", "rule_sets"), [*((spec, RULE_SETS) for spec in SPECS), ("champion-search:simulations=200", STANDARD)]
)
@pytest.mark.parametrize("open_world", [False, True])
def test_an_analysis_is_of_the_move(spec: str, rule_sets: tuple[Rules, ...], open_world: bool) -> None:
    agent = make_agent(spec)
    assert isinstance(agent, Analyst)
    for number, (rules, state, seat) in enumerate(positions(24, 41, rule_sets)):
        info = InformationSet.of(state, rules, seat, open_world)
        analysis = agent.analyse(info, np.random.default_rng(number))
        assert analysis.chosen == agent.act(info, np.random.default_rng(number))
        assert analysis.chosen == analysis.line[0] == next(iter(analysis.found))
        assert sorted(analysis.found) == list(info.legal_actions)
        assert sum(one.visits for one in analysis.found.values()) == analysis.positions > 0
        assert analysis.depth >= len(analysis.line)
        assert analysis.seconds > 0
        for one in analysis.found.values():
            if one.value is not None and one.interval is not None:
                assert 0 <= one.interval[0] <= one.value <= one.interval[1] <= 1
        assert action_text(analysis.chosen, rules) in str(analysis).splitlines()[1]


def test_votes_are_told_where_there_are_some() -> None:
    agent: Any = make_agent("mcts:limit=30,samples=9")
    for number, (rules, state, seat) in enumerate(positions(30, seed=42)):
        info = InformationSet.of(state, rules, seat)
        votes = [one.votes for one in agent.analyse(info, np.random.default_rng(number)).found.values()]
        assert sum(vote or 0 for vote in votes) == (9 if info.unseen else 0)
        assert not info.unseen or votes[0] == max(vote or 0 for vote in votes)


@pytest.mark.slow
def test_the_values_of_small_endgames() -> None:
    agent: Any = make_agent("ismcts:simulations=8000,c=1.5,endgame=search")
    for info, outcomes in small_endgames()[:6]:
        analysis = agent.analyse(info, np.random.default_rng(0))
        assert analysis.found[analysis.chosen].value == pytest.approx(0.5 + 0.5 * max(outcomes.values()), abs=0.2)


@pytest.mark.slow
def test_actions_that_an_exact_endgame_leaves_out_have_their_true_value() -> None:
    agent: Any = make_agent("ismcts:simulations=50")
    left_out = 0
    for info, outcomes in small_endgames():
        for action, one in agent.analyse(info, np.random.default_rng(0)).found.items():
            if one.visits == 0:
                assert one.value == 0.5 + 0.5 * outcomes[action]
                left_out += outcomes[action] < max(outcomes.values())
    assert left_out > 0


def test_one_simulation() -> None:
    agent: Any = make_agent("ismcts:simulations=1")
    for rules, state, seat in positions(3, seed=43):
        analysis = agent.analyse(InformationSet.of(state, rules, seat), np.random.default_rng(0))
        chosen, *others = analysis.found.values()
        assert chosen.visits == analysis.positions == 1
        assert all(other == Finding(None, 0) for other in others)


def test_it_can_be_shown_as_a_table() -> None:
    rules, state, seat = next(positions(1, seed=44))
    agent: Any = make_agent("ismcts:simulations=500")
    analysis = agent.analyse(InformationSet.of(state, rules, seat), np.random.default_rng(0))
    console = Console(width=100)
    with console.capture() as capture:
        console.print(analysis)
    title, _, heads, _, first, *_ = capture.get().splitlines()
    assert title == analysis.title  # on one line, however narrow the table is
    assert "visits" in heads
    assert "votes" not in heads  # a single search has none
    chosen = analysis.found[analysis.chosen]
    assert f"{chosen.value:.3f}" in first
    assert f" {chosen.visits:,} │" in first


def test_explained_games_are_the_same_games() -> None:
    told: list[PythonGame] = []
    plain: list[PythonGame] = []
    for games, explain in ((told, True), (plain, False)):
        play_match("ismcts:simulations=50", greedy(), games=4, seed=3, on_game=games.append, explain=explain)
    assert [game.plies for game in told] == [game.plies for game in plain]
    for game in told:
        assert len(game.analyses) == game.result.choices[0]
        for number, analysis in game.analyses.items():
            assert game.plies[number - 1] == (game.result.seating[0], analysis.chosen)
    assert not any(game.analyses for game in plain)


def test_explaining_what_is_not_shown_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "games.txt"
    result = durak("match", "random", "greedy", "--games", "1", "--explain", "--log", str(log))
    assert result.exit_code == 2
    assert "--explain needs --verbose" in result.stderr
    assert not log.exists()


def plies_below(branches: Sequence[Branch], state: Any, rules: Rules) -> Iterator[tuple[Branch, Any]]:
    """Return the branches of a tree, each with the state that it is played in."""
    for one in branches:
        yield one, state
        after = state.copy()
        slot = int(slots_of_actions(rules)[parse_action(one.text, rules)])
        assert int(state.legal) >> slot & 1
        step(after, slot)
        yield from plies_below(one.branches, after, rules)


def tree_at(spec: str, cut: Cut, number: int, open_world: bool = True) -> tuple[Analysis, Rules, Any]:
    """Return an agent's analysis of a position with its tree, the rules and the state."""
    rules, state, seat = list(positions(number + 1, 45, STANDARD))[number]
    agent: Any = make_agent(spec)
    info = InformationSet.of(state, rules, seat, open_world)
    return agent.analyse_from(info, streams_from_seed(number)[0], cut), rules, state


@pytest.mark.parametrize("spec", ["mcts:limit=300,samples=1", "minimax:depth=4"])
def test_a_tree_is_of_plies_that_can_follow(spec: str) -> None:
    shown = 0
    for number in range(4):
        analysis, rules, state = tree_at(spec, Cut(3, 1), number)
        assert analysis.tree is not None
        assert analysis.tree.left_out == 0
        first = {one.text: one for one in analysis.tree.branches}
        assert set(first) == {analysis.texts[action] for action, one in analysis.found.items() if one.visits}
        for action, one in analysis.found.items():
            if one.visits:
                told = first[analysis.texts[action]]
                assert (told.value, told.visits) == (pytest.approx(one.value), one.visits)
        for one, before in plies_below(analysis.tree.branches, state, rules):
            assert one.seat == int(mover(before))
            assert one.visits > 0
            assert 0 <= one.value <= 1
            shown += 1
    assert shown > 50


def test_a_ply_of_minimax_is_worth_what_its_best_answer_leaves() -> None:
    compared = 0
    for number in range(4):
        analysis, *_ = tree_at("minimax:depth=4", Cut(4, 1), number)
        assert analysis.tree is not None
        for one in analysis.tree.branches:
            answers = [other.value if other.seat == one.seat else 1 - other.value for other in one.branches]
            if answers:
                best = max(answers) if one.branches[0].seat == one.seat else min(answers)
                assert one.value == pytest.approx(best, abs=1e-3)  # a win is worth less the later it comes
                compared += 1
    assert compared > 5


def test_a_tree_is_cut_by_depth_and_visits() -> None:
    whole, cut, flat = (
        tree_at("mcts:limit=300,samples=1", one, 1)[0].tree for one in (Cut(3, 1), Cut(3, 20), Cut(1, 20))
    )
    assert whole is not None
    assert cut is not None
    assert flat is not None
    assert min(one.visits for one in whole.branches) < 20
    assert cut.branches
    assert all(one.visits >= 20 for one in cut.branches)
    assert len(cut.branches) + cut.left_out == len(whole.branches)
    for one, entire in zip(cut.branches, whole.branches, strict=False):
        assert len(one.branches) + one.left_out == len(entire.branches)
    assert not any(one.branches for one in flat.branches)
    lines = list(cut.lines())
    assert lines[0] == "tree, to depth 3, of 20 visits and more:"
    assert lines[1].startswith("  seat ")
    assert lines[1].endswith(" visits")
    assert lines[-1] == f"  {cut.left_out} more"


def test_a_search_that_keeps_an_earlier_tree_shows_none_of_it() -> None:
    agent: Any = make_agent("mcts:limit=40,samples=2")
    rules, state, seat = next(positions(1, 45, STANDARD))
    info = InformationSet.of(state, rules, seat)
    assert agent.analyse_from(info, streams_from_seed(1)[0], Cut(1, 1)).tree is not None
    forced = info.copy()
    forced.record.legal = np.uint64(1 << int(slots_of_actions(rules)[info.legal_actions[0]]))
    assert agent.analyse_from(forced, streams_from_seed(1)[0], Cut(1, 1)).tree is None


def test_a_match_on_the_command_line_shows_trees() -> None:
    agents = "mcts:limit=40,samples=3", "minimax:depth=2,samples=2"
    arguments = ("match", *agents, "--games", "1", "--seed", "3", "--verbose")
    plain, told = durak(*arguments, "--explain"), durak(*arguments, "--trees", "2", "5")
    assert plain.exit_code == told.exit_code == 0, told.output
    assert "tree" not in plain.stdout
    assert "tree of the last of 3 determinizations, to depth 2, of 5 visits and more:" in told.stdout
    assert "tree of the last of 2 determinizations, each ply searched anew, to depth 2" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--trees", "2", "5"), "--trees needs --verbose"),
        (("--verbose", "--trees", "0", "5"), "the depth of a tree must be an integer from 1 to 64, got 0"),
        (("--verbose", "--trees", "2", "0"), "the visits of a branch must be an integer from 1 to"),
    ],
)
def test_a_tree_that_cannot_be_shown_is_refused(arguments: tuple[str, ...], error: str) -> None:
    result = durak("match", "random", "greedy", "--games", "1", *arguments)
    assert result.exit_code == 2
    assert error in " ".join(result.stderr.replace("│", "").split())
