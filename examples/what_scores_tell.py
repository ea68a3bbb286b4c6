"""Compare scores against fixed agents with the exact exploitability of learners, in small games of Durak.

All learners have about the same processor time. A policy is looked up at all information sets of the game's tree, so
exploitability and scores have no error of games. A cell is one learner with one seed in one game; finished cells stand
in cells.jsonl of the folder, and a stopped study goes on from there. docs/results/scores.md has the findings.

    python examples/what_scores_tell.py --folder runs/scores
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from baselines.durak.learning import dmc, imitation, ppo_selfplay
from baselines.durak.learning.equilibria import nfsp, rnad
from baselines.durak.learning.equilibria.psro import psro
from baselines.durak.solving.agent_strategy import agent_strategies
from baselines.durak.solving.durak_tree import DurakTree, durak_tree
from baselines.durak.solving.network_strategy import NetworkStrategies
from baselines.durak.solving.sampled import solve_by_sampling
from cardkit.checks import check_whole, real
from cardkit.files import write_text
from cardkit.learning.networks import outputs_of
from cardkit.learning.resuming.sole_run import SoleRun
from cardkit.learning.settings import errors_in_a_line
from cardkit.render.plots import plot
from cardkit.solving.best_response import mean_value, nash_conv
from cardkit.statistics.estimate import Estimate
from cardkit.statistics.ranks import rank_correlation
from durak_env import Rules

OPPONENTS = {"greedy": "greedy", "ismcts": "ismcts:simulations=1000"}
MCCFR, PSRO = "MCCFR", "PSRO"
KEY = "game", "method", "seed", "share"
RESPONSES = 6
"""Policies that PSRO trains, each by PPO."""
SHARED: dict[str, Any] = {"games": 128, "steps": 16, "hidden": 128, "batch": 512, "check_every": 10**9, "ladder": ""}


@dataclass(frozen=True)
class SmallGame:
    """A game of the study.

    Attributes:
        rules: of the game.
        played_out: whether the policy plays endgames itself; else they end with their exact value.
        answers: how often `ismcts` answers at each information set, for each half.
        walks: of MCCFR, which take about as long as a learner.
    """

    rules: Rules
    played_out: bool
    answers: int
    walks: int

    @cached_property
    def tree(self) -> DurakTree:
        """The game as a tree."""
        return durak_tree(self.rules, self.played_out)

    @cached_property
    def networks(self) -> NetworkStrategies:
        """Networks as strategies of the tree."""
        return NetworkStrategies(self.tree)

    @cached_property
    def opponents(self) -> dict[str, np.ndarray]:
        """The strategies of the fixed agents: greedy's exactly, that of `ismcts` from its answers."""
        halves = {name: agent_strategies(spec, self.tree, self.answers, seed=1) for name, spec in OPPONENTS.items()}
        return {name: np.mean(both, axis=0) for name, both in halves.items()}

    def with_exact_endgames(self, strategy: np.ndarray) -> np.ndarray:
        """Return the strategy with perfect play once the talon is empty, which `ismcts` has."""
        infos, _ = self.tree.knowledge()
        solved = np.repeat(infos["talon_size"] == 0, np.diff(self.tree.tree.first_action))
        return np.where(solved, self.opponents["ismcts"], strategy)


SMALL, LARGER = Rules(start_rank=12, num_suits=2, hand_size=2), Rules(start_rank=11, num_suits=2, hand_size=3)
LARGEST = Rules(start_rank=12, num_suits=3, hand_size=3)
GAMES = {
    "2 x 3": SmallGame(SMALL, played_out=False, answers=16, walks=2_700_000),
    "2 x 3, played out": SmallGame(SMALL, played_out=True, answers=8, walks=2_700_000),
    "2 x 4": SmallGame(LARGER, played_out=False, answers=4, walks=3_000_000),
    "3 x 3": SmallGame(LARGEST, played_out=False, answers=1, walks=540_000),
}


@dataclass(frozen=True)
class Learner:
    """A learner of networks.

    Attributes:
        run: its class.
        settings: of its run, but for the rules, the folder and the seed; ``plies`` take about 10 processor seconds.
        temperature: at which its outputs are played.
    """

    run: Callable[[Any], Any]
    settings: Any
    temperature: float = 1.0


LASTING: dict[str, Any] = {"critic_hidden": 128, "entropy": 0.05, "entropy_left": 1.0}
TEACHER = "ismcts:simulations=300,endgame=search"
LEARNERS = {
    "PPO": Learner(ppo_selfplay.Trainer, ppo_selfplay.Settings(**SHARED, plies=550_000, critic_hidden=128)),
    "PPO, magnet": Learner(
        ppo_selfplay.Trainer, ppo_selfplay.Settings(**SHARED, **LASTING, plies=500_000, average=0.95, magnet=0.2)
    ),
    "DMC": Learner(dmc.Trainer, dmc.Settings(**SHARED, plies=1_150_000), temperature=0),
    "imitation": Learner(imitation.Imitation, imitation.Settings(**SHARED, plies=60_000, teacher=TEACHER, epochs=5)),
    "NFSP": Learner(nfsp.Trainer, nfsp.Settings(**SHARED, plies=220_000, gradient_steps=16)),
    PSRO: Learner(ppo_selfplay.Trainer, ppo_selfplay.Settings(**SHARED, plies=520_000, critic_hidden=128)),
    "R-NaD": Learner(rnad.Trainer, rnad.Settings(**SHARED, plies=460_000, critic_hidden=128)),
}


def learnt(method: str, game: SmallGame, seed: int, share: float) -> tuple[np.ndarray, float]:
    """Let a method learn a game; return its strategy and the processor seconds that learning took.

    ``share`` shortens the run.
    """
    networks = game.networks  # made before the clock runs
    began = time.process_time()
    if method == MCCFR:
        sampled = solve_by_sampling(game.rules, max(1, int(share * game.walks)), seed=seed)
        seconds = time.process_time() - began
        return game.with_exact_endgames(sampled.strategy(game.tree)), seconds
    learner = LEARNERS[method]
    with TemporaryDirectory() as folder:
        plies = max(1, int(share * learner.settings.plies))
        settings = replace(learner.settings, rules=game.rules, folder=folder, seed=seed, plies=plies)
        if method == PSRO:
            strategy = psro(game.tree, networks, settings, RESPONSES)
            return strategy, time.process_time() - began
        run = learner.run(settings)
        for _ in run.run():
            pass
    seconds = time.process_time() - began
    return networks.of(outputs_of(run.learnt), learner.temperature), seconds


def measured(strategy: np.ndarray, game: SmallGame) -> dict[str, float]:
    """Measure a strategy: its exploitability, and its expected score against each fixed agent."""
    tree = game.tree.tree
    scores = {name: (1 + mean_value(tree, strategy, other)) / 2 for name, other in game.opponents.items()}
    return {"exploitability": nash_conv(tree, strategy) / 2, **scores}


def study(folder: Path, games: list[str], methods: list[str], seeds: int, share: float) -> list[dict[str, Any]]:
    """Fill the cells that are missing, seed by seed; return all cells of these games and methods."""
    check_whole("--seeds", seeds, 1)
    real("--share", share, 0, 100, 1)
    file = folder / "cells.jsonl"
    with SoleRun(file).alone():
        cells = kept_in(file)
        for seed, name, method in product(range(1, seeds + 1), games, methods):
            key = name, method, seed, share
            if key not in cells:
                strategy, seconds = learnt(method, GAMES[name], seed, share)
                cells[key] = {**dict(zip(KEY, key, strict=True)), "seconds": seconds}
                cells[key] |= measured(strategy, GAMES[name])
                write_text(file, "".join(json.dumps(cell) + "\n" for cell in cells.values()))
                print(json.dumps(cells[key]), flush=True)
    chosen = set(product(games, methods, [share]))
    return [cell for cell in cells.values() if (cell["game"], cell["method"], cell["share"]) in chosen]


def kept_in(file: Path) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Read the finished cells by their keys; cells that do not tell a share had the whole length."""
    cells: dict[tuple[Any, ...], dict[str, Any]] = {}
    for number, line in enumerate(file.read_text().splitlines() if file.exists() else [], 1):
        try:
            cell = {"share": 1.0} | json.loads(line)
            cells[tuple(cell[name] for name in KEY)] = cell
        except (ValueError, TypeError, KeyError):
            raise ValueError(f"{file}: line {number} is not a cell of a study; remove it") from None
    return cells


def table(cells: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a table of the methods in each game: the mean over seeds, of exploitability with its least and most."""
    yield f"| game | method | seeds | exploitability | {' | '.join(f'v {name}' for name in OPPONENTS)} | seconds |"
    yield "| --- | --- | ---: | --- | ---: | ---: | ---: |"
    for (game, method), some in grouped(cells).items():
        lost = column(some, "exploitability")
        means = " | ".join(f"{column(some, name).mean():.3f}" for name in OPPONENTS)
        range_of = f"{lost.mean():.3f} ({lost.min():.3f} to {lost.max():.3f})"
        yield f"| {game} | {method} | {len(some)} | {range_of} | {means} | {column(some, 'seconds').mean():.1f} |"


def correlations(cells: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a table of rank correlations of 1 - exploitability with each score, by game and pooled."""
    yield f"| game | runs | {' | '.join(f'v {name}' for name in OPPONENTS)} |"
    yield f"| --- | ---: |{' --- |' * len(OPPONENTS)}"
    networks = [cell for cell in cells if cell["method"] != MCCFR]
    parts = {game: [cell for cell in cells if cell["game"] == game] for game in dict.fromkeys(column(cells, "game"))}
    for name, some in {**parts, "pooled": cells, "pooled, without MCCFR": networks}.items():
        found = [correlation(some, opponent).signed(2) for opponent in OPPONENTS]
        yield f"| {name} | {len(some)} | {' | '.join(found)} |"


def correlation(cells: list[dict[str, Any]], opponent: str) -> Estimate:
    """Estimate the rank correlation of 1 - exploitability with the score against an opponent."""
    kept, strata, clusters = 1 - column(cells, "exploitability"), column(cells, "game"), column(cells, "method")
    return rank_correlation(kept, column(cells, opponent), strata, clusters, np.random.default_rng(1))


def draw(path: Path, cells: list[dict[str, Any]]) -> None:
    """Draw exploitability by the score against each opponent, a panel a game and a dot a run."""
    games = list(dict.fromkeys(column(cells, "game")))
    with plot(path, 3.2 * len(games), 6.4) as figure:
        panels = figure.subplots(len(OPPONENTS), len(games), squeeze=False, sharey="col")
        for (row, opponent), (number, game) in product(enumerate(OPPONENTS), enumerate(games)):
            axes = panels[row, number]
            axes.locator_params(axis="x", nbins=4)
            axes.set(xlabel=f"score v {opponent}", ylabel="" if number else "exploitability", title="" if row else game)
            for (_, method), some in grouped([cell for cell in cells if cell["game"] == game]).items():
                axes.plot(column(some, opponent), column(some, "exploitability"), "o", alpha=0.6, label=method)
        figure.legend(*panels[0, 0].get_legend_handles_labels(), loc="outside upper center", ncols=len(LEARNERS) + 1)


def grouped(cells: list[dict[str, Any]]) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Group the cells by game and method, in the order of the games, then of the methods."""
    keys = product(GAMES, [*LEARNERS, MCCFR])
    groups = {key: [cell for cell in cells if (cell["game"], cell["method"]) == key] for key in keys}
    return {key: some for key, some in groups.items() if some}


def column(cells: list[dict[str, Any]], name: str) -> np.ndarray:
    """Return a figure of each cell."""
    return np.array([cell[name] for cell in cells])


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    methods = [*LEARNERS, MCCFR]
    parser.add_argument("--folder", type=Path, default=Path("runs/scores"), help="folder for cells.jsonl")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES), metavar="GAME")
    parser.add_argument("--methods", nargs="+", choices=methods, default=methods, metavar="METHOD")
    parser.add_argument("--seeds", type=int, default=5, help="number of seeds")
    parser.add_argument("--share", type=float, default=1.0, help="share of the length of each run, for a quick look")
    given = parser.parse_args()
    with errors_in_a_line():
        report(given)


def report(given: argparse.Namespace) -> None:
    """Run the study that is asked for; print its tables and draw its picture."""
    cells = study(given.folder, given.games, given.methods, given.seeds, given.share)
    print(*table(cells), "", *correlations(cells), sep="\n")
    draw(given.folder / "scores.svg", cells)


if __name__ == "__main__":
    main()
