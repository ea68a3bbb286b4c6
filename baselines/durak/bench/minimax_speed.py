"""Measures minimax's time per move, the figure that is compared with the thesis' program."""

from __future__ import annotations

from baselines.durak.arena.match import play_match

SPEC = "minimax:depth=9,eval=playout"
GAMES, REPEATS = 50, 20


def minimax_ms() -> float:
    """Measure milliseconds per move of `SPEC` on its plies with a choice, open world, against greedy, on one core.

    The best of some repeats of the same games.
    """
    return min(
        play_match(SPEC, "greedy", games=GAMES, seed=1, open_world=True).ms_per_choice[0] for _ in range(REPEATS)
    )
