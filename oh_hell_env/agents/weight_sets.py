"""Named parameters of version 3 of informed: those that the dissertation prints, and those tuned for a schedule.

The tuned sets were found by ``oh-hell tune`` with the lead over three of ``informed:version=2`` as the aim, see
docs/results/oh_hell_agents.md.
"""

from __future__ import annotations

from typing import NamedTuple


class WeightSet(NamedTuple):
    """Parameters of version 3.

    Attributes:
        threshold: what a card must be worth more than to count in a bid.
        trump, forced: see `oh_hell_env.agents.heuristic.informed`.
        weights: 0 to 4 for leads, 5 to 8 for bids and 9 to 12 for following cards.
    """

    threshold: float
    trump: str
    forced: str
    weights: tuple[float, ...]


PRINTED = WeightSet(
    0.367,
    "share",
    "text",
    (
        *(0.285903516922823, 0.1343298885883228, 0.2513171910666505, 0.2654805206104466, 0.06296888281175703),
        *(0.19781578320406684, 0.40322548219933846, 0.1057952046865951, 0.29316352990999955),
        *(0.24951563665051385, 0.25987660163497556, 0.23694603672039563, 0.25366172499411493),
    ),
)
"""The weights as printed. Which group of four bids is not told, nor are the threshold and the reading of the text."""

LATER = PRINTED._replace(
    weights=(
        *(0.31928451299803423, 0.42161576064898926, 0.00444089479158118, 0.08722503016975182, 0.16743380139164363),
        *(0.35031987120644087, 0.30780029783348334, 0.16680576427097138, 0.1750740666891044),
        *(0.06824472907286638, 0.22391711202813638, 0.38960178410236623, 0.318236374796631),
    )
)
"""The best weights of the later run that figure 4.2 shows, of 26 rounds a game; the rest as in `PRINTED`."""

LEVEL = WeightSet(
    0.595273,
    "safe",
    "value",
    (
        *(0.791083, 0.897811, 0.0508393, 0.494326, 0.339035),
        *(0.18086, 0.181319, 0.467999, 0.148155),
        *(0.338452, 0.331022, 0.29478, 0.323179),
    ),
)
"""Tuned for 13 rounds of 13 cards."""

FALLING = WeightSet(
    0.607601,
    "safe",
    "value",
    (
        *(0.74336, 0.593009, 0.601636, 0.849793, 0.04073),
        *(0.0787351, 0.221503, 0.393545, 0.00267776),
        *(0.133833, 0.496627, 0.0308506, 0.350376),
    ),
)
"""Tuned for 13, 12, ..., 1 cards."""

WEIGHT_SETS = {"printed": PRINTED, "later": LATER, "13x13": LEVEL, "13-to-1": FALLING}
