"""The thesis' matches: two agents in mirrored pairs, in the open or the closed world, all agents timed alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from baselines.durak.bench.choices import choice_times
from baselines.durak.lab.pictures import PICTURES
from cardkit.agents import Agent
from cardkit.arena.match_result import MatchResult, outcomes
from cardkit.lab.curve_claims import claims_of
from cardkit.lab.estimates import in_deals
from cardkit.lab.scale import Scale
from cardkit.lab.sweep import Claim, Duel, Sweep
from durak_env.durak import Durak
from durak_env.rules import Rules

PAIR = 2
"""Games of a deal."""
STANDARD = Rules()
SMART = "smart:preset=thesis"
"""The smart agent of the thesis' figures, which are those of its program."""


class Pairing(NamedTuple):
    """One match of a sweep: its label on the axis, both agents, the line that it belongs to.

    ``open_world`` is that of the sweep if it is None.
    """

    label: str
    a: str
    b: str = "greedy"
    series: str = ""
    open_world: bool | None = None


def sweep(
    name: str,
    title: str,
    axis: str,
    pairings: Sequence[Pairing],
    open_world: bool = False,
    against: str = "greedy",
    claims: Sequence[Claim] = (),
    notes: Sequence[str] = (),
    **rest: Any,
) -> Sweep:
    """Make a sweep of two-player matches with timed agents, held against its picture in the thesis if it has numbers.

    ``rest`` are further fields of `Sweep`.
    """
    is_open = [open_world if one.open_world is None else one.open_world for one in pairings]
    duels = tuple(
        Duel(one.label, (one.a, one.b), Durak(STANDARD, world), one.series)
        for one, world in zip(pairings, is_open, strict=True)
    )
    world = "both worlds" if len(set(is_open)) == 2 else "open world" if is_open[0] else "closed world"
    printed = PICTURES.get(name)
    if printed:
        claims, notes = (*claims, *claims_of(printed, axis)), (printed.ends(axis), *notes)
    rest |= {"claims": tuple(claims), "notes": tuple(notes), "printed": printed}
    return Sweep(name, title, axis, duels, f"{against}, {world}", times=times, **rest)


def times(duels: Sequence[Duel], seed: int, scale: Scale) -> np.ndarray:
    """Measure milliseconds a choice of the first agents, in positions of greedy games; see `choice_times`."""
    specs = [duel.lineup[0] for duel in duels]
    worlds = [isinstance(duel.game, Durak) and duel.game.open_world for duel in duels]
    return scale.kept.measured(
        f"times of {specs}, open world {worlds}, seed {seed}", lambda: choice_times(specs, worlds, seed)
    )


def play(
    scale: Scale,
    a: Agent | str,
    b: Agent | str,
    games: int,
    seed: int,
    open_world: bool = False,
    rules: Rules = STANDARD,
) -> MatchResult:
    """Play a match of two agents."""
    return scale.play(Durak(rules, open_world), (a, b), games, seed)


def outcomes_of(result: MatchResult | np.ndarray) -> np.ndarray:
    """Return the outcomes of a match for its first agent, array (deals, 2)."""
    rows = result.results if isinstance(result, MatchResult) else result
    return in_deals(outcomes(rows), PAIR)
