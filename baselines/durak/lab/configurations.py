"""Chapters 4 and 5: how the thesis chose the parameters of its searches, figures 4.10 to 5.12.

The claims check what its text says about them; what its pictures show stands in `baselines.durak.lab.pictures`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from baselines.durak.lab.duels import Pairing, sweep
from baselines.durak.lab.pictures import AS_THESIS, BUDGET, PICTURES, WEIGHTS, split
from cardkit.lab.claims import (
    best,
    does_not_rise,
    in_series,
    longer_by_about,
    matters,
    rises,
    same_games,
    saves_no_time,
    slower,
    slower_in,
    where_it_rises,
    wins_more,
    wins_times,
    worst,
)
from cardkit.lab.curve_claims import on_curve
from cardkit.lab.sweep import Claim

_NO_TIME_LIMIT = "the thesis chose among the values that took about 100 ms a move; ours take a fiftieth of that"
_CHEAP = "a greedy playout takes under a microsecond here, and alpha-beta looks at fewer positions with it"
_NOISE = "with the thesis' number of games, chance picks the best of many equals"
_BASIC = (
    "the thesis' basic evaluation compares the mover with himself at the opponent's leaves; that this is the reason is "
    "not shown"
)
_PRUNING, _WITHOUT, _TABLE, _NO_TABLE = "pruning", "no pruning", "table", "no table"
_AS_GREEDY = "greedy's choice first"
_FORESIGHT = (
    "at small depths the playout, greedy against greedy, foresees what the opponent, greedy, will do, and a deeper "
    "search expects a best answer that never comes; see foreseen-opponent, which is of the open world"
)
_ORDER = (
    "the thesis' program plays the first of equal actions, of which playouts leave many; here both orders are shown"
)


def _duels(spec: str, values: Iterable[object]) -> tuple[Pairing, ...]:
    """Make pairings of agents that differ in the value that replaces ``{}``."""
    return tuple(Pairing(str(value), spec.format(value)) for value in values)


def _in_both_orders(spec: str, values: Iterable[object]) -> tuple[Pairing, ...]:
    """Pair agents in the thesis' order of equal actions, and in that of `baselines.durak.agents.minimax`."""
    return tuple(
        Pairing(str(value), f"{spec.format(value)},order={order}", series=series)
        for value in values
        for series, order in ((AS_THESIS, "deck"), (_AS_GREEDY, "greedy"))
    )


def _both(spec: str, depths: Iterable[int], on: str, off: str) -> tuple[Pairing, ...]:
    return tuple(
        Pairing(str(depth), spec.format(depth=depth, switch=switch), series=name)
        for depth in depths
        for name, switch in ((on, True), (off, False))
    )


PRUNING = sweep(
    "figure-4.10",
    "Minimax with and without alpha-beta pruning",
    "depth",
    _both("minimax:depth={depth},eval=playout,caching=False,pruning={switch}", range(1, 7), _PRUNING, _WITHOUT),
    open_world=True,
    full=200,
    quick=10,
    part=10,
    claims=(
        Claim("pruning is much faster at depth 6: twice as fast or more", slower_in("6", _WITHOUT, _PRUNING, 2.0)),
        Claim(
            "at depth 6 a ply takes 24.4 times as long without pruning, 258.2 for 10.6 ms, or a quarter more or less",
            longer_by_about("6", _WITHOUT, _PRUNING, 258.2 / 10.6, 0.25),
        ),
        Claim("pruning changes no move, so no game", same_games(_PRUNING, _WITHOUT)),
    ),
)

CACHING = sweep(
    "figure-4.12",
    "Minimax with and without a table of positions",
    "depth",
    _both("minimax:depth={depth},eval=playout,caching={switch}", range(2, 11, 2), _TABLE, _NO_TABLE),
    open_world=True,
    full=200,
    quick=10,
    part=10,
    claims=(
        *(
            Claim(
                f"keeping positions saves no time at depth {depth}: less than a tenth",
                saves_no_time(str(depth), _TABLE, _NO_TABLE),
                "the thesis' program keeps the first child's value instead of the best one, so it seldom finds a "
                "position again and then often with a wrong value; a correct table saves some time at large depths",
            )
            for depth in range(2, 11, 2)
        ),
        Claim("keeping positions changes no move, so no game", same_games(_TABLE, _NO_TABLE)),
    ),
    notes=("kept-positions counts the positions instead of the time",),
)

OPEN_DEPTH = sweep(
    "figure-5.1",
    "Depth of minimax, open world",
    "depth",
    _in_both_orders("minimax:depth={},eval=playout", range(2, 13)),
    open_world=True,
    claims=(
        Claim("more depth wins more games, on the whole", in_series(AS_THESIS, rises), _FORESIGHT),
        Claim("depth 6 wins the fewest games", in_series(AS_THESIS, worst("6")), _ORDER),
        *(
            Claim(f"depth {depth} wins more games than depth 6", in_series(AS_THESIS, wins_more(depth, "6")), _ORDER)
            for depth in ("2", "3")
        ),
        Claim("more depth takes more time: 12 more than 2", in_series(AS_THESIS, slower("12", "2"))),
    ),
    answers=in_series(AS_THESIS, where_it_rises),
)

OPEN_EVALUATION = sweep(
    "figure-5.2",
    "Evaluation of minimax, open world",
    "evaluation",
    _in_both_orders("minimax:depth=9,eval={}", ("basic", "playout")),
    open_world=True,
    claims=(
        Claim("playout wins more games than basic", in_series(AS_THESIS, wins_more("playout", "basic"))),
        Claim(
            "playout wins almost twice as many games as basic: 1.75 to 2 times",
            in_series(AS_THESIS, wins_times("playout", "basic", 1.75, 2.0, games=1000, whose="the thesis")),
            "the picture of the thesis has 1.67 times, less than its text says",
        ),
        Claim("playout is slower than basic", in_series(AS_THESIS, slower("playout", "basic")), _CHEAP),
    ),
)

OPEN_LIMIT = sweep(
    "figure-5.3",
    "Iterations of MCTS, open world",
    "iterations",
    _duels("mcts:limit={},c=1.41,simulation=greedy", range(100, 1001, 100)),
    open_world=True,
    claims=(
        Claim("more iterations win more games", rises, "100 already win nearly all games"),
        Claim("800 iterations are the best value", best("800"), _NO_TIME_LIMIT),
        Claim("more iterations take more time: 1,000 more than 100", slower("1000", "100")),
    ),
)

OPEN_C = sweep(
    "figure-5.4",
    "Exploration of MCTS, open world",
    "c",
    _duels("mcts:limit=800,c={},simulation=greedy", WEIGHTS),
    open_world=True,
    claims=(
        Claim("c = 1.00 wins the most games", best("1.0"), _NOISE),
        Claim("the exploration constant plays a crucial role: two values are further apart than the margin", matters),
    ),
)

OPEN_SIMULATION = sweep(
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

CLOSED_DEPTH = sweep(
    "figure-5.6",
    "Depth of minimax, closed world",
    "depth",
    _in_both_orders("minimax:depth={},eval=playout,samples=10", range(1, 9)),
    full=4000,
    claims=(
        Claim("more depth does not win more games", in_series(AS_THESIS, does_not_rise)),
        Claim(
            "depth 3 wins the most games of the depths played, 2 to 8",
            on_curve(PICTURES["figure-5.6"], best("3")),
            _ORDER,
        ),
        Claim("more depth takes more time: 8 more than 1", in_series(AS_THESIS, slower("8", "1"))),
    ),
    notes=(f"depth 1, which the thesis did not play, wins more games than depth 3 here: {_FORESIGHT}",),
)

CLOSED_EVALUATION = sweep(
    "figure-5.7",
    "Evaluation of minimax, closed world",
    "evaluation",
    _in_both_orders("minimax:depth=3,eval={},samples=10", ("basic", "playout")),
    claims=(
        Claim("playout wins more games than basic", in_series(AS_THESIS, wins_more("playout", "basic"))),
        Claim(
            "playout wins more than twice as many games as basic",
            in_series(AS_THESIS, wins_times("playout", "basic", 2.0, math.inf, games=100, whose="the thesis")),
            _BASIC,
        ),
        Claim("playout is slower than basic", in_series(AS_THESIS, slower("playout", "basic")), _CHEAP),
    ),
    notes=(
        "the thesis goes on from this figure, of depth 3, with 'as a result, the Minimax agent will use the depth 9'; "
        "its tournament has depth 3, and so has ours",
    ),
)

CLOSED_SAMPLES = sweep(
    "figure-5.8",
    "Samples of minimax, closed world",
    "samples",
    _in_both_orders("minimax:depth=3,eval=playout,samples={}", (5, 10, 15, 20, 25, 30, 40, 50)),
    claims=(Claim("30 samples win the most games", on_curve(PICTURES["figure-5.8"], best("30")), _NOISE),),
)

CLOSED_LIMIT = sweep(
    "figure-5.9",
    "Iterations of MCTS, closed world",
    "iterations a sample",
    _duels("mcts:limit={},c=1.41,simulation=greedy,samples=10", range(10, 101, 10)),
    claims=(
        Claim("more iterations win more games", rises),
        Claim("10 iterations win more games than 20, it is not clear why", wins_more("10", "20"), _NOISE),
        Claim("90 iterations are the best value", on_curve(PICTURES["figure-5.9"], best("90")), _NO_TIME_LIMIT),
        Claim("more iterations take more time: 100 more than 10", slower("100", "10")),
    ),
)

CLOSED_C = sweep(
    "figure-5.10",
    "Exploration of MCTS, closed world",
    "c",
    _duels("mcts:limit=90,c={},simulation=greedy,samples=10", WEIGHTS),
    full=1000,
    claims=(
        Claim("c = 1.40 wins the most games", best("1.4"), _NOISE),
        Claim("the exploration constant plays a crucial role: two values are further apart than the margin", matters),
    ),
)

CLOSED_SIMULATION = sweep(
    "figure-5.11",
    "Playouts of MCTS, closed world",
    "playouts",
    _duels("mcts:limit=90,c=1.4,simulation={},samples=10", ("random", "greedy")),
    full=1000,
    claims=(
        Claim("greedy playouts win more games than random ones", wins_more("greedy", "random")),
        Claim("greedy playouts are faster, their games being shorter", slower("random", "greedy")),
    ),
)

CLOSED_SPLIT = sweep(
    "figure-5.12",
    "A budget of 900 iterations over samples, closed world",
    "samples x iterations",
    tuple(
        Pairing(split(samples), f"mcts:limit={BUDGET // samples},c=1.4,simulation=greedy,samples={samples}")
        for samples in (5, 10, 15, 20, 30, 40, 45, 60)
    ),
    full=1000,
    claims=(
        Claim(
            "30 samples of 30 iterations win the most games", on_curve(PICTURES["figure-5.12"], best("30 x 30")), _NOISE
        ),
    ),
    notes=("so its text, that 30 samples win the most, is untrue of its own picture",),
)

FIGURES = (
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
)
