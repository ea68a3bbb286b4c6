"""The command ``solve`` of any game for two."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cardkit.files import check_writable
from cardkit.report.progress import activity
from cardkit.wording import counted

if TYPE_CHECKING:
    import numpy as np

    from cardkit.game import Game
    from cardkit.report.terminal import Terminal
    from cardkit.solving.game_tree import Chance, GameTree
    from cardkit.solving.tree import Tree
from cardkit.commands.composition import LEARN, panel


class Solvable(NamedTuple):
    """A game that can be solved.

    Attributes:
        game: of two seats, whose returns sum to 0.
        chance: what chance can do in it.
        word: an action as text: ``word(info, action_id)``.
    """

    game: Game
    chance: Chance
    word: Callable[[Any, int], str]


@panel(LEARN)
def solve(
    solvable: Solvable,
    target: Annotated[float, typer.Option(help="Stop once best responses win no more than this (NashConv).")] = 1e-3,
    iterations: Annotated[int, typer.Option(help="Stop after this many iterations in any case.")] = 4096,
    efg: Annotated[Path | None, typer.Option(help="Write the tree as a Gambit file, for OpenSpiel or Gambit.")] = None,
    most_nodes: Annotated[int, typer.Option(help="Refuse larger trees.")] = 200_000,
) -> None:
    """Solve a small game of two seats: an equilibrium by CFR+, and its value.

    An equilibrium is a strategy from which nobody can win on average. NashConv says how far a strategy is from one: it
    sums what best responses win from it in both seats.
    """
    from cardkit.solving.best_response import value
    from cardkit.solving.cfr import check_limits

    check_limits(target, iterations)
    if efg is not None:
        check_writable(efg)
    console = results()
    grown = _grown(solvable, most_nodes, console)
    if efg is not None:
        _write(efg, grown, solvable)
        console.print(f"Tree written to {efg}.")
    strategy = equilibrium(grown.tree, target, iterations, console)
    console.print(f"Value for seat 0: {value(grown.tree, strategy):+z.4f}")


def _grown(solvable: Solvable, most_nodes: int, console: Terminal) -> GameTree:
    """Grow the tree, whose size ``console`` prints."""
    from cardkit.solving.game_tree import game_tree

    began = time.perf_counter()
    with activity("growing the tree") as show:
        tell = lambda nodes: show(f"growing the tree: {nodes:,} nodes")  # noqa: E731
        grown = game_tree(solvable.game, solvable.chance, most_nodes, tell)
    tell_tree(grown.tree, str(solvable.game), time.perf_counter() - began, console)
    return grown


def tell_tree(tree: Tree, title: str, seconds: float, console: Terminal) -> None:
    """Print the size of a tree."""
    console.print(f"{title}\nTree: {tree.nodes:,} nodes, {tree.infosets:,} information sets, {seconds:.1f} s")


def _write(path: Path, grown: GameTree, solvable: Solvable) -> None:
    from cardkit.solving.gambit import write_tree

    words = [solvable.word(info, action) for info, action in grown.choices()]
    write_tree(path, grown.tree, str(solvable.game), words, grown.draws, "choose a smaller game")


def equilibrium(tree: Tree, target: float, iterations: int, console: Terminal) -> np.ndarray:
    """Find a strategy by CFR+."""
    from cardkit.solving import cfr

    began = time.perf_counter()
    with activity("solving") as show:
        tell = lambda step: show(  # noqa: E731
            f"solving: {counted(step.iterations, 'iteration')}, NashConv {step.nash_conv:.2g}"
        )
        step = cfr.solve(tree, target, iterations, tell)
    seconds = time.perf_counter() - began
    console.print(f"CFR+: {counted(step.iterations, 'iteration')}, {seconds:.1f} s, NashConv {step.nash_conv:.2g}")
    return step.strategy


def results() -> Terminal:
    """Make a terminal for results, whose lines fit 80 columns unless a file's name is long."""
    from cardkit.report.terminal import Terminal

    return Terminal(soft_wrap=True)
