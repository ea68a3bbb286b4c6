"""An agent's weaknesses: exact regret in endgames, its worst opponents, the best response to it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from baselines import play_match
from baselines.durak.cli import app
from baselines.durak.endgames.solution import solve
from baselines.durak.lab.regret import Regret, endgame_regret
from baselines.durak.networks.champions import BELIEF, CHAMPION, GENERATIONS
from baselines.durak.report.opposition import all_opponents, play_all, proven, told_of_best
from cardkit.arena.game_loop import PythonGame
from cardkit.learning.resuming.streams import FRESH, seeds_of
from durak_env.actions import slots_of_actions
from durak_env.core.play import step
from durak_env.information import InformationSet
from durak_env.rules import Rules


def examine(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["examine", *arguments], env={"COLUMNS": "120"})


def by_solving(games: list[PythonGame]) -> tuple[list[int], int]:
    """Solve games whole, and return the regrets of the first agent's choices and the number between unequal actions."""
    losses, decisive = [], 0
    for game in games:
        state, slots = game.start.copy(), slots_of_actions(game.variant.rules)
        for seat, action in game.plies:
            info = InformationSet.of(state, game.variant.rules, seat)
            if info.talon_size == 0 and seat == game.result.seating[0] and len(info.legal_actions) > 1:
                solution = solve(info)
                losses.append(solution.value - solution.moves[action].value)
                decisive += len({move.value for move in solution.moves.values()}) > 1
            step(state, slots[action])
    return losses, decisive


def test_regret_is_what_the_solutions_say() -> None:
    rules, games = Rules(start_rank=11, hand_size=3), list[PythonGame]()
    play_match("random", "greedy", 60, seed=3, rules=rules, on_game=games.append)
    found = endgame_regret("random", "greedy", 60, seed=3, rules=rules)
    assert found.unsolved == 0
    assert (found.losses.tolist(), found.decisive) == by_solving(games)
    assert found.decisive == found.where_it_matters.choices < found.choices
    assert found.where_it_matters.losses.sum() == found.losses.sum()
    assert found.mistakes == np.count_nonzero(found.losses) > 5
    assert found.losses.max() == 2


def test_what_takes_too_long_is_left_out() -> None:
    quick, thorough = (endgame_regret("random", "random", 20, seed=2, nodes=nodes) for nodes in (1, 100_000))
    assert quick.unsolved > thorough.unsolved
    assert quick.choices + quick.unsolved == thorough.choices + thorough.unsolved


def test_who_plays_endgames_exactly_has_no_regret() -> None:
    exact = endgame_regret("mcts:limit=1,samples=1,endgame=exact", "greedy", 30, seed=1)
    other = endgame_regret("random", "greedy", 30, seed=1)
    assert exact.choices > 50
    assert exact.mistakes == 0
    assert exact.interval()[0] == 0 < exact.interval()[1]
    assert other.interval()[0] > 0
    assert other.decisive >= other.mistakes > 0
    assert other.a_game == pytest.approx(other.mean * other.choices / 30)


def test_the_interval_counts_pairs_not_choices() -> None:
    """Choices of one pair that are all alike say no more than one of them."""
    losses = np.array([0, 2, 1, 0, 0, 1])
    once = Regret(12, losses, np.arange(6), losses >= 0, 0)
    copied = Regret(12, np.repeat(losses, 10), np.repeat(np.arange(6), 10), np.ones(60, bool), 0)
    assert copied.interval() == pytest.approx(once.interval())
    assert once.interval()[0] < once.mean < once.interval()[1]


def test_all_opponents_are_those_that_need_no_parameters() -> None:
    opponents = all_opponents("greedy")
    assert {"random", "smart", "champion", "ismcts"} <= set(opponents)
    assert not {"greedy", "policy", "exec"} & set(opponents)
    assert "champion" not in all_opponents("champion:temperature=1")


def test_each_opponent_gets_its_match() -> None:
    results = list(play_all("smart", ["random", "greedy"], 40, seed=5))
    expected = [play_match("smart", name, 40, seed=5) for name in ("random", "greedy")]
    assert [result.score for result in results] == [match.score for match in expected]


def test_the_worst_opponent_stands_first() -> None:
    done = examine("worst", "smart", "--against", "random", "--against", "greedy", "--games", "100", "--seed", "0")
    assert done.exit_code == 0, done.output
    assert done.stdout.index("│ greedy") < done.stdout.index("│ random")
    assert f"{play_match('smart', 'greedy', 100).score:.3f}" in done.stdout


def test_the_best_opponent_proves_what_is_left_of_its_score_by_its_choice() -> None:
    results = sorted(play_all("random", ["uniform", "high", "greedy"], 400, seed=5), key=lambda one: one.score)
    (_, high), (_, alone) = results[0].interval(1 - 0.02 / 3), results[0].interval()
    assert high > alone
    assert told_of_best("random", results).endswith(f"So a best response to random scores at least {1 - high:.3f}.")
    assert f"{1 - alone:.3f}" in told_of_best("random", results[:1])


def test_a_score_of_one_half_or_less_proves_nothing() -> None:
    """An agent has one half against itself; so of several opponents that lose, even the best one is no bound."""
    for low in (0.392, 0.5):
        assert proven("champion", low).startswith("No bound: ")
    assert "at least 0.501" in proven("champion", 0.501)
    done = examine("worst", "greedy", "--against", "random", "--against", "uniform", "--games", "100", "--seed", "0")
    assert done.exit_code == 0, done.output
    assert "No bound: greedy itself scores 0.5 against greedy" in " ".join(done.stdout.split())


def test_regret_is_printed() -> None:
    done = examine("regret", "smart", "--against", "itself", "--games", "30", "--seed", "0")
    assert done.exit_code == 0, done.output
    found = endgame_regret("smart", "smart", 30)
    assert f"{found.mean:.4f}" in done.stdout
    assert f"{found.a_game:.3f}" in done.stdout
    assert "greedy" not in done.stdout
    assert examine("regret", "nobody").exit_code == 2


@pytest.mark.parametrize(
    ("agent", "generation"),
    [
        ("champion", 2),
        ("champion:generation=1", 1),
        ("champion:generation=3,endgame=policy", 3),
        (f"policy:path={GENERATIONS[2].policy},endgame=exact,temperature=0.5", 2),
        ("champion-search:generation=3,simulations=300", 3),
        (f"champion-search:path={GENERATIONS[3].policy},endgame=search", 3),
        (f"champion-search:belief={BELIEF}", 3),
        ("champion-search:evidence=yes", 3),
        ("ismcts", 1),  # none of its own
        ("greedy", 1),
    ],
)
def test_a_response_starts_from_the_weights_of_its_agent(agent: str, generation: int) -> None:
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    from baselines.durak.learning.best_response import response_settings

    assert response_settings(agent).start == str(GENERATIONS[generation].policy)
    assert response_settings(agent, start=CHAMPION).start == str(CHAMPION)


def test_a_response_plays_endgames_exactly_where_its_agent_does() -> None:
    """Before it learns, the response to a champion is the champion, and has one half against it."""
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    from baselines.durak.learning.best_response import first_policy, response_spec

    for agent in ("champion:generation=1,endgame=exact", "champion:generation=1"):
        untrained = response_spec(first_policy(agent), agent)
        assert play_match(untrained, agent, 20, seed=4).score == 0.5
    assert not response_spec(CHAMPION, "greedy").endswith("exact")


@pytest.mark.slow
def test_a_response_learns_against_an_agent_and_is_judged(tmp_path: Path) -> None:
    done = examine("response", "greedy", "--plies", "1", "--games", "20", "--folder", str(tmp_path))
    assert done.exit_code == 0, done.output
    (fresh,) = seeds_of(1, FRESH)
    result = play_match(f"policy:path={tmp_path / 'policy.safetensors'}", "greedy", 20, seed=fresh)
    said = " ".join(done.stdout.split())
    assert f"scores {result.score:.3f}" in said
    assert proven("greedy", result.interval()[0]) in said
    assert str(CHAMPION) in said.replace(" ", "")
    refused = examine("response", "greedy", "--start", str(tmp_path / "none"), "--folder", str(tmp_path))
    assert refused.exit_code == 2
