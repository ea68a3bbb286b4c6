"""Experiments that explain the thesis' figures: the worth of depth, foresight, thinking time and hidden cards."""

from __future__ import annotations

from collections.abc import Mapping

from baselines.durak.lab.duels import SMART, Pairing, sweep
from cardkit.lab.claims import (
    gains,
    in_series,
    loses,
    rises,
    wins_fewer_in,
    wins_more,
)
from cardkit.lab.sweep import Claim

_PAYS = "where the opponent is not foreseen, depth pays; see foreseen-opponent"

THINKING = sweep(
    "thinking-time",
    "How the advantage of ismcts with endgame=search grows with thinking time, closed world",
    "simulations",
    tuple(Pairing(str(count), f"ismcts:simulations={count},endgame=search") for count in (1, 10, 100, 1000, 10_000)),
    full=200,
    claims=(),
    answers=gains,
)

DEPTH_PARITY = sweep(
    "depth-4-and-6",
    "Minimax depth by depth against the depth before, open world",
    "depth",
    tuple(
        Pairing(str(depth), f"minimax:depth={depth},eval=playout", f"minimax:depth={depth - 1},eval=playout")
        for depth in range(2, 11)
    ),
    open_world=True,
    full=1000,
    claims=tuple(
        Claim(f"depth {depth}, weak in figure 5.1, loses to depth {depth - 1}", loses(str(depth)), _PAYS)
        for depth in (4, 6)
    ),
    against="the same at one depth less",
)

_SURPRISING = "mcts:limit=100,c=1.0,simulation=greedy"

FORESEEN = sweep(
    "foreseen-opponent",
    "Why more depth lost games: an opponent that playouts foresee, and one that they do not",
    "depth",
    tuple(
        Pairing(str(depth), f"minimax:depth={depth},eval=playout,order=deck", opponent, series=f"against {name}")
        for depth in range(1, 10)
        for name, opponent in (("greedy", "greedy"), ("mcts", _SURPRISING))
    ),
    open_world=True,
    full=1000,
    claims=(
        Claim(
            "against greedy depth 1 wins more games than depths 4 and 6: its greedy playouts are what will be played",
            in_series("against greedy", wins_more("1", "4", "6")),
        ),
        Claim("against mcts, which no playout foresees, more depth wins more games", in_series("against mcts", rises)),
    ),
    against="greedy and mcts",
)

_DECEIVED = (
    "without the other hand, smart keeps to what the seen cards reveal, and minimax to cards drawn at random; the "
    "thesis' closed world shows minimax about half of the hidden cards, see hidden-cards"
)
_OPEN, _CLOSED = "open world", "closed world"


def _in_both_worlds(agents: tuple[str, str], opponents: Mapping[str, str]) -> tuple[Pairing, ...]:
    """Pair the agent of the open world and that of the closed one, each there, with the same opponents."""
    return tuple(
        Pairing(f"v {name}", spec, opponent, world, is_open)
        for name, opponent in opponents.items()
        for world, is_open, spec in ((_OPEN, True, agents[0]), (_CLOSED, False, agents[1]))
    )


SMART_WORLDS = sweep(
    "smart-in-both-worlds",
    "Smart with and without knowing the other hand",
    "smart",
    _in_both_worlds((SMART, SMART), {"greedy": "greedy", "random": "random"}),
    full=200_000,
    quick=400,
    part=20_000,
    claims=(
        Claim(
            "smart is weaker in the closed world: it wins fewer games against greedy",
            wins_fewer_in("v greedy", _CLOSED, _OPEN),
            _DECEIVED,
        ),
    ),
    against="greedy and random",
)

MINIMAX_WORLDS = sweep(
    "minimax-in-both-worlds",
    "Minimax with and without knowing the hidden cards, as in tables 5.1 and 5.2",
    "minimax",
    _in_both_worlds(
        ("minimax:depth=9,eval=playout,order=deck", "minimax:depth=3,eval=playout,samples=30,order=deck"),
        {"greedy": "greedy", "smart": SMART},
    ),
    full=1000,
    claims=tuple(
        Claim(
            f"minimax performs less well in the closed world: it wins fewer games against {name}",
            wins_fewer_in(f"v {name}", _CLOSED, _OPEN),
            _DECEIVED,
        )
        for name in ("greedy", "smart")
    ),
    against="greedy and smart",
)

EXPLANATIONS = (SMART_WORLDS, MINIMAX_WORLDS, DEPTH_PARITY, FORESEEN, THINKING)
