"""``durak solve``: an equilibrium of a small game."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from baselines.durak.cli.options import clear_errors
from cardkit.report.progress import activity
from cardkit.solving.command import equilibrium, results, tell_tree

if TYPE_CHECKING:
    import numpy as np

    from baselines.durak.solving.durak_tree import DurakTree
    from baselines.durak.solving.sampled import Sampled
    from cardkit.report.terminal import Terminal
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
    response_hands: Annotated[
        int | None,
        typer.Option(
            help="With --walks: how many dealt hands, drawn at random, to search for best responses; all of them give "
            "the exact exploitability, fewer an estimate.",
            show_default="60",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="With --walks: of the random games and the dealt hands.")] = 1,
    most_nodes: Annotated[
        int, typer.Option(help="Refuse larger trees, with --walks those of one dealt hand; a million takes 40 MB.")
    ] = 60_000_000,
) -> None:
    """Solve a small game of Durak: an equilibrium by CFR+, its value, and what attacking first is worth.

    An equilibrium is a strategy from which nobody can win on average. NashConv says how far a strategy is from one: it
    sums what best responses win from it in both seats. The first suit is trumps, without loss of generality.

    Example: durak solve --rules start_rank=11,num_suits=2,hand_size=3 --save small.safetensors
    """
    with clear_errors():
        from cardkit.solving.cfr import check_limits
        from durak_env.rules import Rules

        _check_files(save, efg)
        check_limits(target, iterations)
        if response_hands is not None and not walks:
            raise ValueError("--response-hands needs --walks: without it the solution is judged exactly")
        if not walks:
            _solve_exactly(Rules.of(rules), target, iterations, play_out, save, efg, most_nodes)
        elif play_out or save or efg:
            raise ValueError(
                "--walks samples games with exact endgames and writes no files: leave out --play-out, --save and --efg"
            )
        else:
            _solve_by_sampling(Rules.of(rules), walks, table_bits, response_hands, seed, most_nodes)


def _check_files(save: Path | None, efg: Path | None) -> None:
    """Raise OSError or ValueError before the work starts if a file cannot be written."""
    from cardkit.files import check_writable

    for file in (save, efg):
        if file is not None:
            check_writable(file)
    if save is not None and efg is not None and save.resolve() == efg.resolve():
        raise ValueError(f"--save and --efg both name {save}: give each a file of its own")


def _solve_exactly(
    rules: Rules,
    target: float,
    iterations: int,
    play_out: bool,
    save: Path | None,
    efg: Path | None,
    most_nodes: int,
) -> None:
    """Grow the tree, solve it, and write the files."""
    console = results()
    game = _grown(rules, play_out, most_nodes, console)
    if efg is not None:
        from baselines.durak.solving.gambit import write_gambit

        write_gambit(efg, game)
        console.print(f"Tree written to {efg}.")
    strategy = equilibrium(game.tree, target, iterations, console)
    try:
        if save is not None:
            from baselines.durak.solving.solution import save_solution, solution

            save_solution(save, solution(game, strategy))
    finally:  # a full disk must not cost the figures
        console.print(_values(game, strategy))
    if save is not None:
        console.print(f"Strategy written to {save}.\nIt plays as solved:path={save}.")


def _grown(rules: Rules, play_out: bool, most_nodes: int, console: Terminal) -> DurakTree:
    """Grow the tree, whose size ``console`` prints."""
    from baselines.durak.solving.durak_tree import durak_tree

    began = time.perf_counter()
    with activity("growing the tree") as show:
        tell = lambda nodes: show(f"growing the tree: {nodes:,} nodes")  # noqa: E731
        game = durak_tree(rules, play_out, most_nodes, tell)
    tell_tree(game.tree, str(rules), time.perf_counter() - began, console)
    return game


def _values(game: DurakTree, strategy: np.ndarray) -> str:
    from baselines.durak.solving.durak_tree import first_attacker_value
    from cardkit.solving.best_response import value

    symmetry = " (0 by symmetry)" if len(set(game.rules.dealt)) == 1 else ""  # else seat 0 is dealt one card more
    return (
        f"Value for seat 0: {value(game.tree, strategy):+z.4f}{symmetry}\n"
        f"Value for the first attacker: {first_attacker_value(game, strategy):+z.3f}"
    )


def _solve_by_sampling(
    rules: Rules, walks: int, table_bits: int, response_hands: int | None, seed: int, most_nodes: int
) -> None:
    """Sample games, and search best responses to what they teach."""
    from baselines.durak.solving.response_search import HANDS, check_searchable

    hands = HANDS if response_hands is None else response_hands
    check_searchable(rules, hands, most_nodes)
    console = results()
    found = _sampled(rules, walks, table_bits, seed, console)
    console.print(_exploitability(found, hands, seed, most_nodes))


def _sampled(rules: Rules, walks: int, bits: int, seed: int, console: Terminal) -> Sampled:
    """Find the solution that random games teach, whose size ``console`` prints."""
    from baselines.durak.solving.sampled import solve_by_sampling
    from cardkit.checks import check_whole
    from cardkit.report.progress import progress_bar

    check_whole("walks", walks, 1)
    began = time.perf_counter()
    with progress_bar("walking games", walks) as progress:
        found = solve_by_sampling(rules, walks, bits, seed, progress)
    seconds = time.perf_counter() - began
    console.print(
        f"{rules}\nMCCFR: {found.iterations:,} games, {found.infosets:,} information sets met, {seconds:.0f} s"
    )
    if found.full:
        console.print("The table is full, which ended the walks: give it more --table-bits.")
    return found


def _exploitability(found: Sampled, hands: int, seed: int, most_nodes: int) -> str:
    from baselines.durak.solving.response_search import search_responses
    from cardkit.report.progress import progress_bar

    began = time.perf_counter()
    with progress_bar("searching best responses", hands) as progress:
        searched = search_responses(found, hands, seed, most_nodes, progress)
    seconds = time.perf_counter() - began
    if searched.exact:
        hands_searched, error = f"all {searched.all_hands:,}", ", exact"
    else:
        hands_searched = f"{searched.hands:,} of {searched.all_hands:,}"
        error = f" ±{searched.half_width:.4f} (98 % interval), an unbiased estimate"
    return (
        f"Best responses: with {hands_searched} dealt hands, {seconds:.0f} s\nExploitability: {searched.won:.4f}{error}"
    )
