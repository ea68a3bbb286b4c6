"""``oh-hell solve``: small games of Oh Hell! for the kit's command."""

from __future__ import annotations

from typing import Annotated

import typer

from cardkit.solving.command import Solvable

SMALLEST = "num_players=2,hand_sizes=2,start_rank=12,num_suits=2"
TEXT = """Solve a small game of Oh Hell! for two: an equilibrium by CFR+, and its value in points.

What counts is the margin, the points that a seat has more than the other. An equilibrium is a strategy from which
nobody can win in the mean. NashConv says how far a strategy is from one: it sums what best responses win from it in
both seats.

Example: oh-hell solve --rules num_players=2,hand_sizes=1-1,start_rank=13,num_suits=2
"""


def solvable(
    rules: Annotated[
        str, typer.Option(help="The game, such as num_players=2,hand_sizes=1-1,start_rank=13,num_suits=2.")
    ] = SMALLEST,
) -> Solvable:
    """Return the game that the option chooses.

    Raises:
        ValueError: there is no such game, or it has too many deals.
    """
    from baselines.oh_hell.solving.chance import RoundDeals
    from oh_hell_env.actions import format_action
    from oh_hell_env.oh_hell import OhHell

    game = OhHell(rules, returns="margin")
    return Solvable(game, RoundDeals(game), lambda info, action: format_action(action, info.rules))
