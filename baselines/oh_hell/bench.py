"""Loops of `oh-hell bench`, from the rules' core to the searches."""

from __future__ import annotations

from collections.abc import Iterator

from baselines.oh_hell.agents.ismcts import ismcts
from baselines.oh_hell.agents.monte_carlo import monte_carlo
from cardkit.bench import loops
from cardkit.bench.report import Rate, Row, measure, vector_rates
from oh_hell_env import oh_hell_v0
from oh_hell_env.agents.heuristic import informed
from oh_hell_env.information import InformationSet
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules

ENV = "oh_hell_env/OhHell-v0"
FULL = Rules(dynamic=False)
"""Thirteen rounds of 13 cards each, in which no card lies undealt."""
OPENINGS = 20
SIMULATIONS = 5000


def rows() -> Iterator[Row]:
    """Measure one path after another; all on one core, for four seats."""
    for rate in RATES:
        yield rate.row()


def search_rows() -> Iterator[Row]:
    """Measure the searches, from hands of 13 cards."""
    uct = monte_carlo(samples=1, iterations=SIMULATIONS, stop=SIMULATIONS)  # stops at no action before its time
    for name, agent, bids in (
        ("monte-carlo, a card", uct, FULL.num_players),
        ("monte-carlo, a bid", uct, 0),
        ("ismcts, a card", ismcts(SIMULATIONS), FULL.num_players),
        ("ismcts, a bid", ismcts(SIMULATIONS), 0),
    ):
        rate = measure(loops.simulations(agent, openings(bids), SIMULATIONS), SIMULATIONS * OPENINGS)
        yield Row(f"{name}, 13 cards in hand", rate, "simulations/s", "1 M")


def openings(bids: int) -> list[InformationSet]:
    """Collect seats' knowledge in the first rounds of some games after so many bids, each of ``informed:version=2``."""
    return loops.openings(OhHell(FULL), OPENINGS, bids, informed(version=2))


RATES = (
    Rate("random plies in the core loop", lambda: loops.core_plies(OhHell()), 100_000, "plies/s", "40 M"),
    *(
        Rate(
            f"games of informed:version={version} with itself, 13 rounds of 13 cards",
            lambda version=version: loops.whole_games(OhHell(FULL), informed(version=version)),
            100,
            "games/s",
            aim,
        )
        for version, aim in ((2, "25 k"), (3, ""))
    ),
    *vector_rates(ENV, {"float32": "", "uint8": "6 M"}),
    Rate(
        "vector env against informed:version=2, 1024 games, float32",
        lambda: loops.vector_steps(ENV, 1024, opponent="informed:version=2"),
        10_240,
        "steps/s",
    ),
    Rate(
        "Gymnasium env against informed:version=2",
        lambda: loops.gym_steps(ENV, opponent="informed:version=2"),
        1000,
        "steps/s",
    ),
    Rate("PettingZoo raw_env", lambda: loops.own_plies(oh_hell_v0.raw_env()), 500, "plies/s"),
)
