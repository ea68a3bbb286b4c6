"""Solutions found by sampling, and how far from an equilibrium they are known to be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from baselines.endgames.solver import endgame_memory
from baselines.solving import sampling
from baselines.solving.sampling import WALK, new_table
from cardkit.checks import check_whole, whole
from cardkit.compiled.prng import streams_from_seed
from durak_env.game import new_states
from durak_env.rules import Rules

BITS = 22
CONFIDENCE = 0.98
NOBODY = -1
_PORTION = 1000  # walks between two calls of progress


@dataclass(frozen=True, eq=False)
class Sampled:
    """A solution.

    Attributes:
        rules: of the game.
        iterations: random games walked.
        infosets: information sets met.
        full: whether the table had no room for more, which ended the work.
        table, weights: what is known of them; see `baselines.solving.sampling`.
        used: how many weights are.
    """

    rules: Rules
    iterations: int
    infosets: int
    full: bool
    table: np.ndarray
    weights: np.ndarray
    used: int


class Bound(NamedTuple):
    """What trained responses win from a solution a game, the mean over both seats.

    Attributes:
        won: the estimate.
        half: half the width of its 98 % interval.
        walks: random games from which each response learnt, the smaller number: fewer than asked for if its table is
            full.
    """

    won: float
    half: float
    walks: int


def solve_by_sampling(
    rules: Rules, walks: int, table_bits: int = BITS, seed: int = 0, progress: Callable[[int], object] | None = None
) -> Sampled:
    """Walk random games; endgames count with their exact value.

    Args:
        rules: of the plain game.
        walks: random games to walk, fewer if the table is full.
        table_bits: binary logarithm of the table's entries, of 48 bytes each.
        seed: of the random games.
        progress: called with the number of games walked.

    Raises:
        ValueError: the rules are not of the plain game, an argument is out of range, or the table needs more memory
            than there is.
    """
    whole("table_bits", table_bits, 10, 30, BITS)
    check_whole("walks", walks, 1)
    check_whole("seed", seed, 0)
    if not rules.is_plain:
        raise ValueError(f"rules must be of two players without transfers or limits of the first discard, got {rules}")
    try:
        (table, weights), walk = new_table(table_bits), _walk(NOBODY)
    except MemoryError as error:
        raise ValueError(f"a table with table_bits={table_bits} is too large, choose fewer: {error}") from None
    done = _walk_games(rules, table, weights, walk, walks, streams_from_seed(seed, 0), progress)
    return Sampled(rules, done, int(walk["entries"]), bool(walk["full"]), table, weights, int(walk["weights"]))


def response_bound(found: Sampled, response_walks: int, games: int = 200_000, seed: int = 0) -> Bound:
    """What trained responses win from the solution a game, the mean over both seats: a lower bound of NashConv / 2.

    A response learns against the frozen solution by the same sampling. The best response wins at least as much.

    Args:
        found: the solution.
        response_walks: random games from which each of the two responses learns.
        games: new games that judge each.
        seed: of all random games.

    Raises:
        ValueError: ``response_walks``, ``games`` or ``seed`` is out of range.
    """
    from scipy.special import ndtri

    check_whole("response_walks", response_walks, 0)
    check_whole("games", games, 1)
    check_whole("seed", seed, 0)
    won = [_won_by_response(found, response_walks, games, seed, seat) for seat in range(2)]
    means, variances, walked = zip(*won, strict=True)
    half = float(ndtri((1 + CONFIDENCE) / 2) * np.sqrt(np.sum(variances) / games) / 2)
    return Bound(float(np.mean(means)), half, min(walked))


def _won_by_response(found: Sampled, walks: int, games: int, seed: int, seat: int) -> tuple[float, float, int]:
    """The mean and variance of what a response wins a game from a seat's strategy, and from how many games it learnt.

    Its tables go when it is judged.
    """
    start, endgames = new_states(found.rules)[0], endgame_memory(cards=0)
    table, walk = found.table.copy(), _walk(seat)
    weights = np.zeros_like(found.weights)  # memory that nobody writes to is not taken
    weights["total"][: found.used] = found.weights["total"][: found.used]
    walk["entries"], walk["weights"] = found.infosets, found.used
    done = _walk_games(found.rules, table, weights, walk, walks, streams_from_seed(seed, 1, seat), None)
    walk["full"] = False
    (stream,) = streams_from_seed(seed, 2, seat)
    return *sampling.won_by_response(table, weights, walk, start, games, stream, endgames), done


def _walk(frozen: int) -> np.void:
    walk = np.zeros(1, WALK)
    walk["frozen"] = frozen
    return walk[0]


def _walk_games(
    rules: Rules,
    table: np.ndarray,
    weights: np.ndarray,
    walk: np.void,
    walks: int,
    streams: np.ndarray,
    progress: Any,
) -> int:
    start, endgames, done = new_states(rules)[0], endgame_memory(cards=0), 0
    while done < walks and not walk["full"]:
        portion = min(_PORTION, walks - done)
        done += sampling.improve(table, weights, walk, start, portion, streams[0], endgames)
        if progress is not None:
            progress(done)
    return done
