"""Chapter 5: the thesis' agents with and without knowledge of the hidden cards, each against the same opponents."""

from __future__ import annotations

from collections.abc import Iterable

from baselines.durak.lab.claims import wins_fewer_in
from baselines.durak.lab.sweep import Claim, Duel, Sweep

_DECEIVED = (
    "without the other hand, smart keeps to what the seen cards reveal, and minimax to cards drawn at random; the "
    "thesis' closed world shows minimax about half of the hidden cards, see hidden-cards"
)
_OPEN, _CLOSED = "open world", "closed world"


def _in_both_worlds(agents: tuple[str, str], opponents: Iterable[str]) -> tuple[Duel, ...]:
    """The agent of the open world and that of the closed one, each there, against the same opponents."""
    return tuple(
        Duel(f"v {opponent}", spec, opponent, world, is_open)
        for opponent in opponents
        for world, is_open, spec in ((_OPEN, True, agents[0]), (_CLOSED, False, agents[1]))
    )


SMART_WORLDS = Sweep(
    "smart-in-both-worlds",
    "Smart with and without knowing the other hand",
    "smart",
    _in_both_worlds(("smart", "smart"), ("greedy", "random")),
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

MINIMAX_WORLDS = Sweep(
    "minimax-in-both-worlds",
    "Minimax with and without knowing the hidden cards, as in tables 5.1 and 5.2",
    "minimax",
    _in_both_worlds(
        ("minimax:depth=9,eval=playout,order=deck", "minimax:depth=3,eval=playout,samples=30,order=deck"),
        ("greedy", "smart"),
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
