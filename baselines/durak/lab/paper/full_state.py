"""Section 4.2, the third of its results: a search that sees all cards would do better than one for strategies."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from baselines.durak.lab.paper.kept_trees import RULES
from baselines.durak.lab.paper.opponents import SPECS
from cardkit.lab.claims import in_series, wins_more
from cardkit.lab.finding import Finding
from cardkit.lab.measures import NOT_LAST
from cardkit.lab.scale import Scale
from cardkit.lab.sweep import Claim, Duel, Sweep
from durak_env.durak import Durak

BEST, OWN, ALL = "strategies, C = 0.5", "strategies, C = 2.5", "all cards"
_PLAYERS = {
    BEST: ("strategy:c=0.5", Durak(RULES)),
    OWN: ("strategy:c=2.5", Durak(RULES)),
    ALL: ("mcts:limit=100,samples=1", Durak(RULES, open_world=True)),
}
_CLAIM = "a search with access to the full game state is more optimal than the search for strategies"

_PLAYED = Sweep(
    "full-state",
    "Not the fool by what the search sees",
    "search",
    tuple(
        Duel(label, (spec, *[SPECS[reading]] * (RULES.num_players - 1)), game, f"v {reading}")
        for reading, (label, (spec, game)) in product(SPECS, _PLAYERS.items())
    ),
    "three of each reading of random, four players, 52 cards, at most six attack cards",
    full=2000,
    quick=200,
    part=1000,
    claims=tuple(
        Claim(f"{_CLAIM}, against {reading}", in_series(f"v {reading}", wins_more(ALL, BEST, OWN))) for reading in SPECS
    ),
    notes=(
        "UCT on the cards as they lie, 100 simulations a choice, against a new tree of strategies for each choice: the "
        "paper has not played such a search, and gives no figure",
    ),
    measure=NOT_LAST,
)


class FullState:
    """UCT that sees all hands and the talon, beside the search for strategies, on the same deals."""

    name, title = _PLAYED.name, _PLAYED.title

    def run(self, scale: Scale) -> Finding:
        """Play both searches against each reading of the opponents, who look at no other hand."""
        found = _PLAYED.run(scale)
        return replace(found, verdicts=tuple(replace(one, statement=_CLAIM) for one in found.verdicts))
