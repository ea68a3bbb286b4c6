"""A table of who sees which outcome of chance at the next decision: the deal shows itself, and a person judges."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from cardkit.audit.channels import Channels, Row
from cardkit.audit.histories import Played, changed, state_after, state_if_legal

CHANGES, MOST_OUTCOMES, RARE = 5, 120, 0.1
Players = frozenset[int]


class _Seen(NamedTuple):
    """Players who saw that an outcome was changed, or exchanged with ``partner``, which came before too."""

    outcome: int
    partner: int | None
    players: Players


class OutcomeTable:
    """Changes outcomes of chance and looks who sees it at the next decision, channel by channel."""

    def __init__(self, start: Any, channels: Channels) -> None:
        self._start, self._channels = start, channels
        self._answers: defaultdict[tuple[str, int], Counter[Players]] = defaultdict(Counter)

    def watch(self, played: Played, rng: Random) -> None:
        """Change each outcome of chance of a game a few times."""
        numbers = {place: number for number, place in enumerate(played.places(of_chance=True)[:MOST_OUTCOMES])}
        seen: defaultdict[str, list[_Seen]] = defaultdict(list)
        for place, number in numbers.items():
            decision = next((at for at in range(place, len(played.movers)) if played.movers[at] >= 0), None)
            if decision is None:
                return self._count(seen)
            one = self._channels.row(state_after(self._start, played.actions[:decision]))
            for other, partner in self._changes(played, place, decision, rng):
                for name in self._channels.names:
                    who = frozenset(i for i in range(self._channels.players) if one.differs(other, i, name))
                    seen[name].append(_Seen(number, numbers.get(partner), who))
        return self._count(seen)

    def _changes(self, played: Played, place: int, decision: int, rng: Random) -> Iterator[tuple[Row, int]]:
        """Yield the views at a decision after a changed outcome, and its partner if that came before, else -1."""
        for _ in range(CHANGES):
            change = changed(self._start, played, place, rng)
            state = change and state_if_legal(self._start, change.actions[:decision], place)
            if change and state and not state.is_chance_node() and not state.is_terminal():
                partner = -1 if change.partner is None or change.partner >= decision else change.partner
                yield self._channels.row(state), partner

    def _count(self, seen: Mapping[str, list[_Seen]]) -> None:
        """Take for the viewers of an outcome those who saw all its changes; one within a hand shows nobody anything."""
        for name, changes in seen.items():
            for outcome, players in _viewers(changes).items():
                self._answers[name, outcome][players] += 1

    def told(self) -> dict[str, str]:
        """Write by channel the runs of outcomes that the same players see: ``0-9: 0  10-19: 1  20: 0+1``."""
        return {name: self._runs(name) for name in self._channels.names if self._runs(name)}

    def _runs(self, name: str) -> str:
        runs: list[list[Any]] = []
        for outcome in sorted(number for channel, number in self._answers if channel == name):
            answers = self._answers[name, outcome]
            usual = [who for who, number in answers.items() if number > RARE * answers.total()]
            text = " or ".join(sorted("+".join(map(str, sorted(who))) or "nobody" for who in usual))
            if runs and runs[-1][2] == text:
                runs[-1][1] = outcome
            else:
                runs.append([outcome, outcome, text])
        return "  ".join(f"{a}-{b}: {who}" if a != b else f"{a}: {who}" for a, b, who in runs)


def _viewers(changes: list[_Seen]) -> dict[int, Players]:
    viewers: dict[int, Players] = {}
    for outcome, partner, players in changes:
        for one in (outcome, partner):
            if one is not None and (players or partner is None):
                viewers[one] = viewers.get(one, players) & players
    return viewers
