"""Digests of the choices of networks and searches: ``python -m tests.support.network_choices COUNT NAME...``."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import numpy as np

from cardkit.game import Game
from cardkit.specs.loading import load_agent
from durak_env.durak import Durak
from durak_env.rules import Rules
from oh_hell_env.oh_hell import OhHell
from tests.support.positions import positions

CHOICES = 1000
ANY_PROCESSOR = {  # for compiled code, the C library's functions and NumPy's
    "NUMBA_CPU_NAME": "generic",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable",
    "NPY_DISABLE_CPU_FEATURES": "X86_V3",
}

NETWORKS: Mapping[str, tuple[Game, str]] = {
    "champion 2": (Durak(), "champion:generation=2,endgame=policy"),
    "champion 3": (Durak(), "champion:generation=3,endgame=policy"),
    "champion 4": (Durak(), "champion:generation=4,endgame=policy"),
    "52 cards": (Durak(Rules(start_rank=2)), "champion:endgame=policy"),
    "transfers": (Durak(Rules(transfer=True)), "champion:endgame=policy"),
    "Oh Hell!": (OhHell(), "learned"),
}
AGENTS: Mapping[str, tuple[Game, str]] = {
    **NETWORKS,
    "PUCT with a belief": (Durak(), "champion-search:simulations=100"),
}
"""The networks, and a search; others are among the opponents in `tests.support.benchmark_choices`."""


def choices_of(name: str, count: int = CHOICES) -> str:
    """Return the digest of the choices of an agent named here."""
    return digest_of(*AGENTS[name], count)


def digest_of(game: Game, spec: str, count: int) -> str:
    """Return the SHA-256 of an agent's choices in as many positions of random games."""
    agent, rng = load_agent(spec, game.AGENTS), np.random.default_rng(0)
    chosen = [agent.act(game.information_set(state, seat), rng) for _, state, seat in positions(count, 7, [game])]
    return hashlib.sha256(np.array(chosen, "<i8").tobytes()).hexdigest()


def digests_elsewhere(
    variables: Mapping[str, str], module: str, names: Collection[str], count: int = CHOICES
) -> dict[str, str]:
    """Return the digests by name that another process tells, with these environment variables.

    Args:
        variables: such as `ANY_PROCESSOR`.
        module: of ``tests.support``, this one or one like it.
        names: of the agents.
        count: of choices of each.
    """
    command = [sys.executable, "-m", f"tests.support.{module}", str(count), *names]
    where = Path(__file__).parents[2]
    done = subprocess.run(command, env=os.environ | variables, cwd=where, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def tell_digests(choices_of: Callable[[str, int], str]) -> None:
    """Print the digests that the command line asks for: a count, and names."""
    count, *names = sys.argv[1:]
    print(json.dumps({name: choices_of(name, int(count)) for name in names}))


if __name__ == "__main__":
    tell_digests(choices_of)
