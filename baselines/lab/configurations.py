"""Chapters 4 and 5: how the thesis chose the parameters of its searches, figures 4.10 to 5.12.

Where the thesis shows values in a picture only, the claims check what its text says about them.
"""

from __future__ import annotations

from collections.abc import Iterable

from baselines.lab.claims import (
    best,
    does_not_rise,
    gains,
    in_series,
    lose,
    rises,
    slower,
    wins_more,
    worst,
)
from baselines.lab.sweep import Claim, Duel, Sweep

_NO_TIME_LIMIT = "the thesis chose among the values that took about 100 ms a move; ours take a fiftieth of that"
_CHEAP = "a greedy playout takes under a microsecond here, and alpha-beta looks at fewer positions with it"
_NOISE = "with the thesis' number of games, chance picks the best of many equals"
_AS_THESIS, _AS_GREEDY = "first of equals", "greedy's choice first"
_FORESIGHT = (
    "at small depths the playout, greedy against greedy, foresees what the opponent, greedy, will do, and a deeper "
    "search expects a best answer that never comes; see foreseen-opponent"
)
_ORDER = (
    "the thesis' program plays the first of equal actions, of which playouts leave many; here both orders are shown"
)


def _duels(spec: str, values: Iterable[object]) -> tuple[Duel, ...]:
    """Agents that differ in the value that replaces ``{}``."""
    return tuple(Duel(str(value), spec.format(value)) for value in values)


def _in_both_orders(spec: str, values: Iterable[object]) -> tuple[Duel, ...]:
    """The same agents with the thesis' order of equal actions, and with that of `baselines.agents.minimax`."""
    return tuple(
        Duel(str(value), f"{spec.format(value)},order={order}", series=series)
        for value in values
        for series, order in ((_AS_THESIS, "deck"), (_AS_GREEDY, "greedy"))
    )


def _both(spec: str, depths: Iterable[int], on: str, off: str) -> tuple[Duel, ...]:
    return tuple(
        Duel(str(depth), spec.format(depth=depth, switch=switch), series=name)
        for depth in depths
        for name, switch in ((on, True), (off, False))
    )


PRUNING = Sweep(
    "figure-4.10",
    "Minimax with and without alpha-beta pruning",
    "depth",
    _both("minimax:depth={depth},eval=playout,caching=False,pruning={switch}", range(1, 7), "pruning", "no pruning"),
    open_world=True,
    full=100,
    quick=10,
    claims=(
        Claim("at depth 6 pruning saves most of the time", lambda scores: scores[-1].ms > 2 * scores[-2].ms),
        Claim(
            "pruning changes no move",
            lambda scores: all(on.wins == off.wins for on, off in zip(scores[::2], scores[1::2], strict=True)),
        ),
    ),
)

CACHING = Sweep(
    "figure-4.12",
    "Minimax with and without a table of positions",
    "depth",
    _both("minimax:depth={depth},eval=playout,caching={switch}", range(2, 11, 2), "table", "no table"),
    open_world=True,
    full=100,
    quick=10,
    claims=(
        Claim(
            "keeping positions saves no time",
            lambda scores: scores[-1].ms < 1.1 * scores[-2].ms,
            "the thesis' program keeps the first child's value instead of the best one, so it seldom finds a "
            "position again and then often with a wrong value; a correct table saves time once the depth is large",
        ),
    ),
)

OPEN_DEPTH = Sweep(
    "figure-5.1",
    "Depth of minimax, open world",
    "depth",
    _in_both_orders("minimax:depth={},eval=playout", range(2, 13)),
    open_world=True,
    claims=(
        Claim("more depth wins more games", in_series(_AS_THESIS, rises), _FORESIGHT),
        Claim("depth 6 wins the fewest games", in_series(_AS_THESIS, worst("6")), _ORDER),
        Claim("more depth takes more time", in_series(_AS_THESIS, slower("12", "2"))),
    ),
)

OPEN_EVALUATION = Sweep(
    "figure-5.2",
    "Evaluation of minimax, open world",
    "evaluation",
    _in_both_orders("minimax:depth=9,eval={}", ("basic", "playout")),
    open_world=True,
    claims=(
        Claim("playout wins more games than basic", in_series(_AS_THESIS, wins_more("playout", "basic"))),
        Claim("playout is slower than basic", in_series(_AS_THESIS, slower("playout", "basic")), _CHEAP),
    ),
)

OPEN_LIMIT = Sweep(
    "figure-5.3",
    "Iterations of MCTS, open world",
    "iterations",
    _duels("mcts:limit={},c=1.41,simulation=greedy", range(100, 1001, 100)),
    open_world=True,
    claims=(
        Claim("more iterations win more games", rises, "100 already win nearly all games"),
        Claim("more iterations take more time", slower("1000", "100")),
    ),
)

OPEN_C = Sweep(
    "figure-5.4",
    "Exploration of MCTS, open world",
    "c",
    _duels("mcts:limit=800,c={},simulation=greedy", (0.25, 0.5, 0.75, 1.0, 1.25, 1.41, 1.75, 2.0)),
    open_world=True,
    claims=(Claim("c = 1.00 is the best", best("1.0"), _NOISE),),
)

OPEN_SIMULATION = Sweep(
    "figure-5.5",
    "Playouts of MCTS, open world",
    "playouts",
    _duels("mcts:limit=800,c=1.0,simulation={}", ("random", "greedy")),
    open_world=True,
    claims=(
        Claim("greedy playouts win more games than random ones", wins_more("greedy", "random")),
        Claim("greedy playouts are faster, their games being shorter", slower("random", "greedy")),
    ),
)

CLOSED_DEPTH = Sweep(
    "figure-5.6",
    "Depth of minimax, closed world",
    "depth",
    _in_both_orders("minimax:depth={},eval=playout,samples=10", range(1, 8)),
    claims=(
        Claim("more depth does not win more games", in_series(_AS_THESIS, does_not_rise)),
        Claim("depth 3 is the best", in_series(_AS_THESIS, best("3")), _FORESIGHT),
    ),
)

CLOSED_EVALUATION = Sweep(
    "figure-5.7",
    "Evaluation of minimax, closed world",
    "evaluation",
    _in_both_orders("minimax:depth=3,eval={},samples=10", ("basic", "playout")),
    claims=(
        Claim("playout wins more games than basic", in_series(_AS_THESIS, wins_more("playout", "basic"))),
        Claim("playout is slower than basic", in_series(_AS_THESIS, slower("playout", "basic")), _CHEAP),
    ),
)

CLOSED_SAMPLES = Sweep(
    "figure-5.8",
    "Samples of minimax, closed world",
    "samples",
    _in_both_orders("minimax:depth=3,eval=playout,samples={}", (5, 10, 15, 20, 25, 30, 40)),
    claims=(Claim("30 samples are the best", in_series(_AS_THESIS, best("30")), _NOISE),),
)

CLOSED_LIMIT = Sweep(
    "figure-5.9",
    "Iterations of MCTS, closed world",
    "iterations a sample",
    _duels("mcts:limit={},c=1.41,simulation=greedy,samples=10", range(10, 101, 10)),
    claims=(Claim("90 iterations are the best", best("90"), _NO_TIME_LIMIT),),
)

CLOSED_C = Sweep(
    "figure-5.10",
    "Exploration of MCTS, closed world",
    "c",
    _duels("mcts:limit=90,c={},simulation=greedy,samples=10", (0.25, 0.5, 0.75, 1.0, 1.25, 1.4, 1.75, 2.0)),
    claims=(Claim("c = 1.40 is the best", best("1.4"), _NOISE),),
)

CLOSED_SIMULATION = Sweep(
    "figure-5.11",
    "Playouts of MCTS, closed world",
    "playouts",
    _duels("mcts:limit=90,c=1.4,simulation={},samples=10", ("random", "greedy")),
    claims=(
        Claim("greedy playouts win more games than random ones", wins_more("greedy", "random")),
        Claim("greedy playouts are faster, their games being shorter", slower("random", "greedy")),
    ),
)

BUDGET = 900

CLOSED_SPLIT = Sweep(
    "figure-5.12",
    "A budget of 900 iterations over samples, closed world",
    "samples x iterations",
    tuple(
        Duel(
            f"{samples} x {BUDGET // samples}",
            f"mcts:limit={BUDGET // samples},c=1.4,simulation=greedy,samples={samples}",
        )
        for samples in (5, 10, 15, 20, 30, 45, 60)
    ),
    claims=(Claim("30 samples of 30 iterations are the best", best("30 x 30"), _NOISE),),
)

THINKING = Sweep(
    "thinking-time",
    "How the advantage of ismcts with endgame=search grows with thinking time, closed world",
    "simulations",
    _duels("ismcts:simulations={},endgame=search", (1, 10, 100, 1000, 10_000)),
    claims=(),
    answers=gains,
)

DEPTH_PARITY = Sweep(
    "depth-4-and-6",
    "Minimax depth by depth against the depth before, open world",
    "depth",
    tuple(
        Duel(str(depth), f"minimax:depth={depth},eval=playout", f"minimax:depth={depth - 1},eval=playout")
        for depth in range(2, 11)
    ),
    open_world=True,
    claims=(
        Claim(
            "depths 4 and 6 lose to the depth before",
            lose("4", "6"),
            "where the opponent is not foreseen, depth pays; see foreseen-opponent",
        ),
    ),
    against="the same at one depth less",
)

_SURPRISING = "mcts:limit=100,c=1.0,simulation=greedy"

FORESEEN = Sweep(
    "foreseen-opponent",
    "Why more depth lost games: an opponent that playouts foresee, and one that they do not",
    "depth",
    tuple(
        Duel(str(depth), f"minimax:depth={depth},eval=playout,order=deck", opponent, series=f"against {name}")
        for depth in range(1, 10)
        for name, opponent in (("greedy", "greedy"), ("mcts", _SURPRISING))
    ),
    open_world=True,
    claims=(
        Claim(
            "against greedy depth 1 wins more games than depths 4 and 6: its greedy playouts are what will be played",
            in_series("against greedy", lambda scores: wins_more("1", "4")(scores) and wins_more("1", "6")(scores)),
        ),
        Claim("against mcts, which no playout foresees, more depth wins more games", in_series("against mcts", rises)),
    ),
    against="greedy and mcts",
)

SWEEPS = (
    PRUNING,
    CACHING,
    OPEN_DEPTH,
    OPEN_EVALUATION,
    OPEN_LIMIT,
    OPEN_C,
    OPEN_SIMULATION,
    CLOSED_DEPTH,
    CLOSED_EVALUATION,
    CLOSED_SAMPLES,
    CLOSED_LIMIT,
    CLOSED_C,
    CLOSED_SIMULATION,
    CLOSED_SPLIT,
    DEPTH_PARITY,
    FORESEEN,
    THINKING,
)
