"""Exploitability of a sampled solution, by best responses found by search.

The whole tree is too large to hold. But a player never forgets the hand it was dealt, so what it does best with one
hand does not depend on the others, and the tree of the deals that give it this hand is enough. One such tree after the
other is grown, searched and dropped. All of them give the exploitability exactly, some drawn at random an estimate.

From itself the solution wins nothing in the mean over both seats and all hands. So what it wins with a hand, which
depends more on the hand than on the play, is taken off what the best response wins with it: the mean stays the same,
and fewer hands tell it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from baselines.durak.solving.deals import Starts, all_deals, by_dealt_hand
from baselines.durak.solving.durak_tree import MOST_NODES, durak_tree
from baselines.durak.solving.sampled import Sampled
from cardkit.checks import whole
from cardkit.solving.best_response import response_value, value
from durak_env.rules import Rules

HANDS = 60
CONFIDENCE = 0.98


@dataclass(frozen=True)
class Searched:
    """The exploitability of a solution.

    Attributes:
        won: what best responses win from it a game, the mean over both seats.
        half_width: of the 98 % interval of ``won``; 0 if it is exact.
        hands: dealt hands searched, of both seats together.
        all_hands: how many there are.
    """

    won: float
    half_width: float
    hands: int
    all_hands: int

    @property
    def exact(self) -> bool:
        """True if all dealt hands were searched."""
        return self.hands == self.all_hands


def check_searchable(rules: Rules, hands: int = HANDS, most_nodes: int = MOST_NODES) -> None:
    """Check the arguments and grow the tree of one dealt hand, before a game is walked for long.

    Raises:
        ValueError: as `search_responses` does.
    """
    whole("response_hands", hands, 4, None, HANDS)
    durak_tree(rules, most_nodes=most_nodes, deals=by_dealt_hand(all_deals(rules), 0)[0])


def search_responses(
    found: Sampled,
    hands: int = HANDS,
    seed: int = 0,
    most_nodes: int = MOST_NODES,
    progress: Callable[[int, int], object] | None = None,
) -> Searched:
    """Search best responses to a solution, half of them in each seat.

    Args:
        found: the solution.
        hands: dealt hands of the responder to draw, without replacement, at least 4. If there are no more, all are
            searched, and the result is exact.
        seed: of the draw.
        most_nodes: trees that are larger are refused.
        progress: called with the number of hands searched, and of all to search.

    Raises:
        ValueError: ``hands`` is out of range, or as `durak_tree` does.
    """
    whole("response_hands", hands, 4, None, HANDS)
    deals = all_deals(found.rules)
    groups = [by_dealt_hand(deals, seat) for seat in range(2)]
    sizes = [min(number, len(all_of)) for number, all_of in zip((hands - hands // 2, hands // 2), groups, strict=True)]
    gains: list[list[float]] = [[], []]
    for seat in range(2):
        for number in np.random.default_rng((seed, seat)).permutation(len(groups[seat]))[: sizes[seat]]:
            gains[seat].append(_gain(found, groups[seat][number], seat, most_nodes))
            if progress is not None:
                progress(len(gains[0]) + len(gains[1]), sum(sizes))
    return _searched(gains, [len(all_of) for all_of in groups])


def _gain(found: Sampled, deals: list[Starts], seat: int, most_nodes: int) -> float:
    """Compute a best response's gain over the solution with a dealt hand."""
    game = durak_tree(found.rules, most_nodes=most_nodes, deals=deals)
    strategy = found.strategy(game)
    return response_value(game.tree, strategy, seat) - value(game.tree, strategy, seat)


def _searched(gains: list[list[float]], all_hands: list[int]) -> Searched:
    """Estimate the mean over the seats, whose hands are two strata of finite size.

    Args:
        gains: by seat, of each hand searched.
        all_hands: by seat, how many there are.
    """
    from scipy.special import stdtrit

    hands = [len(seat) for seat in gains]
    left = [1 - some / every for some, every in zip(hands, all_hands, strict=True)]
    variance = sum(part * np.var(seat, ddof=1) / len(seat) for part, seat in zip(left, gains, strict=True)) / 4
    spread = stdtrit(sum(hands) - 2, (1 + CONFIDENCE) / 2)
    won = float(np.mean([np.mean(seat) for seat in gains]))
    return Searched(won, float(spread * np.sqrt(variance)), sum(hands), sum(all_hands))
