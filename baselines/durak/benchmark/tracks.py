"""The tracks of Durak-Bench 1 that play Durak. They are frozen: another declaration is another version."""

from __future__ import annotations

from functools import partial

from baselines.durak.benchmark.measures import exploitability, regret
from baselines.durak.benchmark.opponents import FILES
from cardkit.arena.lineups import ALL
from cardkit.benchmark.track import Measure, Track
from durak_env.durak import Durak
from durak_env.rules import Rules

GREEDY, SMART, ISMCTS, MANY = "bench1-greedy", "bench1-smart", "bench1-ismcts", "bench1-champion-many"
CHAMPIONS = "bench1-champion-1", "bench1-champion-2", "bench1-champion-3", "bench1-champion-search"
RANDOM = ("bench1-random",)

_rules = partial(
    Rules,
    start_rank=6,
    num_suits=4,
    hand_size=6,
    include_trumps=True,
    max_attack_cards=None,
    throw_in="all",
    first_discard_limit=None,
    transfer=False,
    passport=False,
    num_teams=None,
    draws=True,
)
_track = partial(Track, "Durak-Bench", "1", files=FILES.digests)

TRACKS = {
    "A": _track(
        "A",
        "Durak for two, 36 cards",
        Durak(_rules(num_players=2)),
        anchors=[(name,) for name in (GREEDY, SMART, ISMCTS, *CHAMPIONS)],
        held_out=[("bench1-expert",), ("bench1-minimax",)],
        gate=RANDOM,
        measures=[Measure("regret", regret)],
    ),
    "B": _track(
        "B",
        "small games of Durak, solved exactly",
        Durak(_rules(num_players=2)),
        measures=[Measure("exploitability", exploitability)],
    ),
    "C": _track(
        "C",
        "Durak for four, 36 cards",
        Durak(_rules(num_players=4)),
        anchors=[(GREEDY,), (SMART,), (ISMCTS,), (MANY,), (GREEDY, SMART, MANY)],
        gate=RANDOM,
        seatings=ALL,
        part=8,
    ),
}
"""The tracks by name. A: the main one. B: a perfect opponent's winnings. C: alone among three alike or different."""
