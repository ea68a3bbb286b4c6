"""What the benchmark's opponents choose, as a digest: ``python -m tests.support.benchmark_choices NAME COUNT``."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from cardkit.game import Game
from durak_env.durak import Durak
from durak_env.rules import Rules
from tests.support.network_choices import CHOICES, digest_of

TWO, FOUR = Durak(), Durak(Rules(num_players=4))
OPPONENTS: Mapping[str, tuple[Game, str]] = {
    "random": (TWO, "bench1-random"),
    "greedy": (TWO, "bench1-greedy"),
    "smart": (TWO, "bench1-smart"),
    "expert": (TWO, "bench1-expert"),
    "minimax": (TWO, "bench1-minimax"),
    "ismcts": (TWO, "bench1-ismcts"),
    "champion-1": (TWO, "bench1-champion-1"),
    "champion-2": (TWO, "bench1-champion-2"),
    "champion-3": (TWO, "bench1-champion-3"),
    "champion-search": (TWO, "bench1-champion-search"),
    "four random": (FOUR, "bench1-random"),
    "four greedy": (FOUR, "bench1-greedy"),
    "four smart": (FOUR, "bench1-smart"),
    "four ismcts": (FOUR, "bench1-ismcts"),
    "four champion-many": (FOUR, "bench1-champion-many"),
}
"""By name: what an opponent plays in a track, and the opponent."""


def choices_of(name: str, count: int = CHOICES) -> str:
    """The SHA-256 of an opponent's choices in as many positions of random games."""
    return digest_of(*OPPONENTS[name], count)


if __name__ == "__main__":
    print(choices_of(sys.argv[1], int(sys.argv[2])))
