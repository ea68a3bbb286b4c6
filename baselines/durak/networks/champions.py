"""The champion's networks, by generation: files that come with the package."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from baselines.durak.networks.critic import CHAMPION_CRITIC
from cardkit.checks import whole

NETWORKS = Path(__file__).with_name("data")
CHAMPION = NETWORKS / "champion.safetensors"
IMITATED = NETWORKS / "champion_many.safetensors"
"""The network that `durak train --preset many` makes; the next one began with it."""
LARGER = NETWORKS / "champion_many_2.safetensors"
"""The champion's network for three to six seats."""
FULL_DECK = NETWORKS / "champion_52.safetensors"
"""The champion's network for two seats and 52 cards."""
TRANSFERS = NETWORKS / "champion_transfer.safetensors"
"""The champion's network for two seats and 36 cards with transfers."""
BELIEF = NETWORKS / "champion_belief.safetensors"
"""The beliefs of the champion's search about hidden cards."""
OTHER_RULES = LARGER, FULL_DECK, TRANSFERS
"""The networks for games that the generations below, of two seats and 36 cards without transfers, do not play."""


class Generation(NamedTuple):
    """A champion and what guides its search.

    Attributes:
        policy: its file.
        critic: the file of the critic of its search.
        endgame: how it plays endgames unless told otherwise.
    """

    policy: Path
    critic: Path
    endgame: str


GENERATIONS = {
    1: Generation(CHAMPION, CHAMPION_CRITIC, "policy"),
    2: Generation(NETWORKS / "champion_2.safetensors", CHAMPION_CRITIC, "exact"),
    3: Generation(NETWORKS / "champion_3.safetensors", CHAMPION_CRITIC, "exact"),
    4: Generation(NETWORKS / "champion_4.safetensors", CHAMPION_CRITIC, "exact"),
}
"""The generations by number; the second learnt from a search that the first one guides, the third by self-play, the
fourth in a league of itself and others."""
LATEST = 2  # the later ones are stronger; published scores of the champion are of the second
SEARCHED = 3
"""The generation whose policy guides a search unless told otherwise."""


def generation_of(number: int | None, default: int = LATEST) -> Generation:
    """Return a generation of the champion, by its number; None for the default.

    Raises:
        ValueError: no generation has it.
    """
    if number is None:
        return GENERATIONS[default]
    return GENERATIONS[whole("generation", number, min(GENERATIONS), max(GENERATIONS), default)]
