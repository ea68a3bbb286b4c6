"""How long minimax takes for a move: the figure that the thesis' program is compared with."""

from __future__ import annotations

from baselines.bench.report import Row
from baselines.match import play_match

SPEC = "minimax:depth=9,eval=playout"
GAMES, REPEATS = 200, 5


def minimax_row() -> Row:
    """Milliseconds a move of minimax, depth 9 with playouts, on its plies with a choice against greedy, open world.

    One core, the best of some repeats of the same games.
    """
    figures = [play_match(SPEC, "greedy", GAMES, seed=1, open_world=True).ms_per_choice[0] for _ in range(REPEATS)]
    return Row(f"{SPEC}, open world", min(figures), "ms a move", "at most 1.0")
