"""``durak solve``: an equilibrium of a small game."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from baselines.cli.options import clear_errors

if TYPE_CHECKING:
    import numpy as np
    from rich.console import Console

    from baselines.solving.durak_tree import DurakTree
    from durak_env.rules import Rules

SMALLEST = "start_rank=12,num_suits=2,hand_size=2"


def solve(
    rules: Annotated[str, typer.Option(help="The game, such as start_rank=11,num_suits=2,hand_size=3.")] = SMALLEST,
    target: Annotated[float, typer.Option(help="Stop once best responses win no more than this (NashConv).")] = 1e-3,
    iterations: Annotated[int, typer.Option(help="Stop after this many iterations in any case.")] = 4096,
    play_out: Annotated[
        bool,
        typer.Option("--play-out", help="Go on once the talon is empty; else its exact value ends a game there."),
    ] = False,
    save: Annotated[Path | None, typer.Option(help="Write the strategy to a file, for solved:path=FILE.")] = None,
    efg: Annotated[Path | None, typer.Option(help="Write the tree as a Gambit file, for OpenSpiel or Gambit.")] = None,
    walks: Annotated[
        int, typer.Option(help="Solve by sampling this many games instead, if the tree is too large; 0 grows the tree.")
    ] = 0,
    table_bits: Annotated[
        int, typer.Option(help="With --walks: the table has 2 to this power entries of up to 48 bytes.")
    ] = 22,
    response_walks: Annotated[
        int | None,
        typer.Option(help="With --walks: games from which each response learns.", show_default="half of the walks"),
    ] = None,
    seed: Annotated[int, typer.Option(help="With --walks: of the random games.")] = 1,
    most_nodes: Annotated[int, typer.Option(help="Refuse larger trees; a million takes 40 MB.")] = 60_000_000,
) -> None:
    """Solve a small game of Durak: an equilibrium by CFR+, its value, and what attacking first is worth.

    An equilibrium is a strategy from which nobody can win in the mean. NashConv says how far a strategy is from one: it
    sums what best responses win from it in both seats. The first suit is trumps, without loss of generality.

    Example: durak solve --rules start_rank=11,num_suits=2,hand_size=3 --save small.safetensors
    """
    with clear_errors():
        from rich.console import Console

        from baselines.solving import cfr
        from cardkit.files import check_writable
        from durak_env.rules import Rules

        for file in (save, efg):
            if file is not None:
                check_writable(file)
        if save is not None and efg is not None and save.resolve() == efg.resolve():
            raise ValueError(f"--save and --efg both name {save}: give each a file of its own")
        cfr.check_limits(target, iterations)
        console, status = Console(highlight=False), Console(stderr=True)
        if response_walks is not None and not walks:
            raise ValueError("--response-walks needs --walks: without it the solution is judged exactly")
        if walks:
            if play_out or save or efg:
                raise ValueError("--walks samples games with exact endgames and writes no files: leave out the others")
            response_walks = walks // 2 if response_walks is None else response_walks
            console.print(_sampled(Rules.of(rules), walks, response_walks, table_bits, seed))
            return
        game = _grown(Rules.of(rules), play_out, most_nodes, console, status)
        if efg is not None:
            from baselines.solving.gambit import write_gambit

            write_gambit(efg, game)
            console.print(f"Tree written to {efg}.")
        began = time.perf_counter()
        with status.status("solving") as shown:
            tell_step = lambda step: shown.update(  # noqa: E731
                f"solving: {step.iterations} iterations, NashConv {step.nash_conv:.2g}"
            )
            step = cfr.solve(game.tree, target, iterations, tell_step)
        seconds = time.perf_counter() - began
        console.print(f"CFR+: {step.iterations} iterations, {seconds:.1f} s, NashConv {step.nash_conv:.2g}")
        console.print(_values(game, step.strategy))
        if save is not None:
            from baselines.solving.solution import save_solution, solution

            save_solution(save, solution(game, step.strategy))
            console.print(f"Strategy written to {save}; it plays as solved:path={save}.")


def _grown(rules: Rules, play_out: bool, most_nodes: int, console: Console, status: Console) -> DurakTree:
    """The tree, whose growth ``status`` shows and whose size ``console`` prints."""
    from baselines.solving.durak_tree import durak_tree

    began = time.perf_counter()
    with status.status("growing the tree") as shown:
        tell = lambda nodes: shown.update(f"growing the tree: {nodes:,} nodes")  # noqa: E731
        game = durak_tree(rules, play_out, most_nodes, tell)
    grown = time.perf_counter() - began
    console.print(f"{game.rules}: {game.tree.nodes:,} nodes, {game.tree.infosets:,} information sets, {grown:.1f} s")
    return game


def _values(game: DurakTree, strategy: np.ndarray) -> str:
    from baselines.solving.best_response import value
    from baselines.solving.durak_tree import first_attacker_value

    symmetry = " (0 by symmetry)" if len(set(game.rules.dealt)) == 1 else ""  # else seat 0 is dealt one card more
    return (
        f"Value for seat 0: {value(game.tree, strategy):+.4f}{symmetry}. "
        f"Value for the first attacker: {first_attacker_value(game, strategy):+.3f}"
    )


def _sampled(rules: Rules, walks: int, response_walks: int, bits: int, seed: int) -> str:
    from baselines.solving.sampled import response_bound, solve_by_sampling
    from cardkit.checks import check_whole
    from cardkit.report.progress import progress_bar

    check_whole("walks", walks, 1)
    check_whole("response_walks", response_walks, 0)
    began = time.perf_counter()
    with progress_bar("walking games", walks) as progress:
        found = solve_by_sampling(rules, walks, bits, seed, progress)
    seconds = time.perf_counter() - began
    bound = response_bound(found, response_walks, seed=seed)
    judged = time.perf_counter() - began - seconds
    full = "; its table is full" if found.full else ""
    cut = " Their table is full: a larger one, by --table-bits, finds more." if bound.walks < response_walks else ""
    return (
        f"{rules}: MCCFR, {found.iterations:,} games, {found.infosets:,} information sets met, {seconds:.0f} s{full}\n"
        f"Responses trained on {bound.walks:,} games each win {bound.won:+.4f} ±{bound.half:.4f} from it "
        f"(98 % interval, {judged:.0f} s), a lower bound of its exploitability.{cut}"
    )
