"""Evolution of the one-ply evaluator: strategies, resuming, files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bang_env import Bang
from bang_env.characters import ROLES, TEAMS
from bang_env.compiled_agents import CompiledAgent
from baselines.bang.agents.eai import eai
from baselines.bang.cli import app
from baselines.bang.evaluation.individuals import DEEPEST, EAI, HAI, Genome
from baselines.bang.evaluation.weights import default_weights
from baselines.bang.learning.evolution import Evolution, Settings, among_themselves
from baselines.bang.learning.subject import Subject
from baselines.bang.search.memory import LAYOUT
from cardkit.agents import as_agent
from cardkit.learning.evolution import PlusStrategy
from tests.support.command_line import run_command


def evolution(folder: Path, **changed: Any) -> Evolution:
    given = {"population": 3, "games": 36, "players": "4", "against": "rair", "check_games": 12, "check_every": 2}
    return Evolution(Settings(folder=str(folder), **{**given, **changed}))


def memory_of(spec: str) -> np.ndarray:
    agent = as_agent(spec, Bang())
    assert isinstance(agent, CompiledAgent)
    return agent.memory


def generations(folder: Path) -> list[dict[str, Any]]:
    _, *rows = map(json.loads, (folder / "log.jsonl").read_text().splitlines())
    return [{name: value for name, value in row.items() if name != "seconds"} for row in rows]


def test_the_parent_stays_unless_a_mutant_does_better() -> None:
    strategy = PlusStrategy(np.zeros(3), 5.0, 3, seed=1)
    first = strategy.ask()
    assert len(first) == 3
    assert (first[0] == 0).all()
    assert all((np.abs(one) <= 1).all() for one in first)
    strategy.tell(first, [0.5, 0.5, 0.4])
    assert (strategy.guess == 0).all()
    second = strategy.ask()
    strategy.tell(second, [0.5, 0.4, 0.6])
    assert (strategy.guess == second[2]).all()
    assert (strategy.ask()[0] == second[2]).all()


@pytest.mark.slow
@pytest.mark.parametrize("method", ["es", "cma"])
def test_a_run_that_was_broken_off_goes_on_as_if_it_had_not(tmp_path: Path, method: str) -> None:
    whole = evolution(tmp_path / "whole", generations=4, method=method)
    assert list(whole.run()) == [1, 2, 3, 4]
    assert list(evolution(tmp_path / "broken", generations=2, method=method).run()) == [1, 2]
    gone_on = evolution(tmp_path / "broken", generations=4, method=method, resume=True)
    assert list(gone_on.run()) == [3, 4]
    assert generations(tmp_path / "whole") == generations(tmp_path / "broken")
    assert (whole.strategy.guess == gone_on.strategy.guess).all()
    checks = [row["check"] for row in generations(tmp_path / "whole") if "check" in row]
    assert len(checks) == 2
    assert all(0 <= rate <= 1 for check in checks for rate in check)


@pytest.mark.slow
@pytest.mark.parametrize("against", ["", "rair; rai"])
@pytest.mark.parametrize("method", ["es", "cma"])
def test_opponents_and_teams_are_chosen_for_either_method(tmp_path: Path, method: str, against: str) -> None:
    run = evolution(tmp_path, generations=2, method=method, against=against, teams="law; renegade")
    assert list(run.run()) == [1, 2]
    assert all(0 <= share <= 1 for row in generations(tmp_path) for share in row["fitness"])
    assert (method == "cma") == bool((run.strategy.guess != default_weights()).all())


def test_games_among_themselves_count_as_the_chosen_teams_alone() -> None:
    def share(teams: str) -> float:
        return among_themselves([eai()], Settings(teams=teams, players="4", games=96), np.random.default_rng(1))[0]

    law, outlaws, renegade = map(share, TEAMS)
    assert share("law;outlaws;renegade") == pytest.approx((law + 2 * outlaws + renegade) / 4)
    assert law > renegade


def test_what_is_printed_tells_a_check_by_team(tmp_path: Path) -> None:
    run = evolution(tmp_path)
    row = {"best": 0.5, "mean": 0.25}
    assert run.words(row) == "score of the best individual 0.500  mean 0.250"
    checked = run.words(row | {"check": [0.5, 0.75, 0.625, 0.125]})
    assert checked.endswith("v rair 50.0 % won (law 75.0, outlaws 62.5, renegade 12.5)")


@pytest.mark.parametrize(("agent", "other"), [("eai:", HAI), ("hai:playouts=40,n=4,", EAI)])
def test_an_individual_is_kept_in_a_file_that_plays(tmp_path: Path, agent: str, other: Genome) -> None:
    run = evolution(tmp_path, generations=1, agent=agent)
    run.folder.mkdir(exist_ok=True)
    usual = memory_of(agent)
    assert (memory_of(f"{agent}path={run.finish()}") == usual).all()
    drawn = run.strategy.ask()
    run.strategy.tell(drawn, [0.0, 1.0, 0.0])
    evolved = memory_of(f"{agent}path={run.finish()}")
    assert (evolved == run.subject.playing(drawn[1]).memory).all()
    assert (evolved != usual).any()
    assert json.loads((tmp_path / "weights.json").read_text())["origin"]["settings"]["agent"] == agent
    with pytest.raises(ValueError, match=f"is not a file of weights: its format is not '{other.format}'"):
        other.load(tmp_path / "weights.json")
    with pytest.raises(ValueError, match="is not a file of weights"):
        as_agent(f"{agent}path=nowhere.json", Bang())


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"depth": 0}, "depth must be an integer from 1 to 300"),
        ({"depth": 2.5}, "depth must be an integer from 1 to 300"),
        ({"depth": None}, "depth must be an integer from 1 to 300"),
        ({"weights": {role: [0.5] * 4 for role in ROLES}}, "5 finite numbers for each role"),
        ({"weights": {role: [float("nan")] * 5 for role in ROLES}}, "5 finite numbers for each role"),
        ({"weights": {}}, "sheriff"),
    ],
)
def test_a_file_of_hai_without_an_individual_is_refused(tmp_path: Path, changed: dict[str, Any], told: str) -> None:
    HAI.save(HAI.read(LAYOUT.search(memory_of("hai"))), {}, tmp_path / "one.json")
    content = json.loads((tmp_path / "one.json").read_text())
    (tmp_path / "one.json").write_text(json.dumps(content | changed))
    with pytest.raises(ValueError, match=told):
        HAI.load(tmp_path / "one.json")


def test_the_depth_of_hai_is_a_gene_that_stays_in_its_range() -> None:
    subject = Subject("hai")
    assert subject.first.shape == (21,)
    assert (np.abs(subject.first) <= 1).all()
    for gene, depth in ((-1.2, 1), (-1, 1), (0, 150), (1, DEEPEST), (1.5, DEEPEST)):
        genes = np.array([gene, *subject.first[1:]])
        assert LAYOUT.search(subject.playing(genes).memory).horizon == depth
    depths = np.arange(1, DEEPEST + 1)
    kept = [HAI.individual(HAI.genes(np.array([depth, *subject.first[1:]])))[0] for depth in depths]
    assert kept == depths.tolist()


def test_the_individual_of_the_spec_is_the_first_parent(tmp_path: Path) -> None:
    HAI.save(np.array([9, *np.linspace(-1, 1, 20)]), {}, tmp_path / "mine.json")
    spec = f"hai:playouts=40,n=4,path={tmp_path / 'mine.json'}"
    run = evolution(tmp_path / "run", agent=spec)
    assert (run.strategy.guess[1:] == np.linspace(-1, 1, 20)).all()
    assert LAYOUT.search(run.subject.playing(run.strategy.guess).memory).horizon == 9
    assert list(evolution(tmp_path / "run", agent=spec, generations=0).run()) == []
    evolution(tmp_path / "run", agent=spec, generations=0, resume=True)
    HAI.save(np.array([10, *np.linspace(-1, 1, 20)]), {}, tmp_path / "mine.json")
    with pytest.raises(ValueError, match="began with other numbers"):
        evolution(tmp_path / "run", agent=spec, generations=0, resume=True)


@pytest.mark.slow
def test_the_command_evolves_hai(tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    done = run_command(app, "train", "hai:playouts=20,n=2", "--quick", "--players", "4", "--folder", folder)
    assert "v rair" in done.output
    assert f"hai:path={folder}/weights.json plays them" in done.output.replace("\n", "")
    rows = generations(tmp_path / "run")
    assert len(rows) == 2
    assert all(0 <= share <= 1 for row in rows for share in row["fitness"])
    assert HAI.load(f"{folder}/weights.json").shape == (21,)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"agent": "rai"}, "agent must be one of eai, hai"),
        ({"agent": "hai:depth=0"}, "depth must be an integer from 1 to 300"),
        ({"agent": "hai:threads=2"}, "leave threads at 1"),
        ({"agent": "hai:leaf=gain"}, "leave leaf at lives"),
        ({"method": "luck"}, "method must be one of es, cma"),
        ({"teams": "law;nobody"}, "teams must be one of"),
        ({"teams": ";"}, "teams must name at least one"),
        ({"players": "3"}, "players must be one of"),
        ({"against": "nobody"}, "nobody"),
        ({"population": 1}, "population"),
    ],
)
def test_what_cannot_be_is_told_before_anything_is_played(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Settings(**changed)
