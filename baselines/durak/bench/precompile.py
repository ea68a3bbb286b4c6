"""Compiles each part by using it once, so that a container's image holds the compiled code."""

from __future__ import annotations

import itertools
from functools import partial

from cardkit.compiled.dispatchers import folder_of
from cardkit.compiled.jit import JIT_OFF
from cardkit.compiled.kept.notices import why_not_kept
from cardkit.processes.side_by_side import Task
from durak_env.core.play import step

AGENTS = (
    "random",
    "uniform",
    "greedy",
    "smart",
    "low",
    "high",
    "evolved:samples=1",
    "minimax:depth=1,samples=1",
    "minimax:depth=1,samples=1,eval=basic",
    "minimax:depth=1,samples=1,eval=evolved",
    "mcts:limit=1,samples=1",
    "ismcts:simulations=1",
    "ismcts:simulations=1,evidence=yes",
    "strategy:iterations=1",
    "hvalue",
    "expert",
    "openfool",
    "advisor",
    "advisor:style=habr",
    "champion",
    "champion-search:simulations=1",
    "champion-search:simulations=1,evidence=yes",
    "champion-search:simulations=1,opponent=greedy,evidence=opponent",
)
"""Agents with the least work; other parameter values use the same compiled code."""


def kept_in() -> str:
    """Return the folder of the rules' compiled code, or ``NUMBA_CACHE_DIR``, which holds all compiled code.

    Raises:
        ValueError: compiled code cannot be kept, or the JIT is off.
    """
    if JIT_OFF:
        raise ValueError("nothing is compiled while NUMBA_DISABLE_JIT is set")
    folder = folder_of(step)
    if folder is None:
        raise ValueError("compiled code cannot be kept: set NUMBA_CACHE_DIR to a writable folder")
    return folder


def check_kept() -> None:
    """Check that all that was compiled here is kept.

    Raises:
        ValueError: a file could not be written, such as for lack of room.
    """
    if (reason := why_not_kept()) is not None:
        raise ValueError(f"compiled code cannot be kept: {reason}")


def steps() -> list[Task]:
    """List calls that compile everything, in turn."""
    shapes = itertools.product(("closed", "open", "history"), ("float32", "uint8"))
    environments = [partial(_use_environments, *shape) for shape in shapes]
    return [*(partial(_play, agent) for agent in AGENTS), *environments]


def _play(agent: str) -> None:
    from baselines.durak.arena.match import play_match

    for open_world in (False, True):
        play_match(agent, "greedy", games=2, open_world=open_world)
    play_match(agent, "greedy", games=1, on_game=lambda game: None, explain=True)


def _use_environments(encoding: str, dtype: str) -> None:
    import gymnasium

    from durak_env import durak_v0

    shape = {"encoding": encoding, "dtype": dtype, "open_world": encoding == "open"}
    players = durak_v0.raw_env(**shape)  # type: ignore[arg-type]
    players.reset(seed=1)
    players.step(players.sample_action())
    for opponent in (None, "greedy"):
        games = gymnasium.make_vec("durak_env/Durak-v0", num_envs=2, opponent=opponent, **shape).unwrapped
        games.reset(seed=1)
        games.step(games.sample_actions())  # type: ignore[attr-defined]
