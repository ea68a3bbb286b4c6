"""Rules (i) and (ii): two histories that some channels of a player tell apart, and others do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cardkit.audit.channels import LEGAL, RETURNS, Channels, Row, difference
from cardkit.audit.histories import Changed, Played, state_after, walk
from cardkit.audit.report import Finding, Findings

NEVER = 10**9
First = Mapping[tuple[int, str], int]
"""The number of actions after which a player's channel first tells two histories apart."""


class Alike(NamedTuple):
    """A decision of a player whose information state does not tell a game from a changed one, as somebody else can.

    Attributes:
        player: whose decision it is.
        length: the number of actions before it.
        change: the other history.
    """

    player: int
    length: int
    change: Changed


class Contradictions:
    """Compares histories, channel by channel and player by player.

    Attributes:
        compared: the number of pairs that were compared in each phase.
    """

    def __init__(self, start: Any, channels: Channels, findings: Findings) -> None:
        self._start, self._channels, self._findings = start, channels, findings
        self._seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        self._rows: dict[int, Row] = {}
        self._phases: dict[int, str] = {}
        self.compared: Counter[str] = Counter()

    def read(self, played: Played) -> None:
        """Read all views at each decision of a game, for comparison with changed games."""
        self._rows, self._phases = {}, {}
        for length, state in self._decisions(played.actions, len(played.actions)):
            self._phases[length] = self._channels.phase(state, len(self._rows))
            self._rows[length] = self._channels.row(state)

    def _decisions(self, actions: tuple[int, ...], legal: int) -> Iterator[tuple[int, Any]]:
        for length, state in enumerate(walk(self._start, actions, legal)):
            if not state.is_chance_node() and not state.is_terminal():
                yield length, state

    def check_stable(self, played: Played) -> None:
        """Drop channels that tell two things of one history, as one that writes a memory address does."""
        for length, state in self._decisions(played.actions, len(played.actions)):
            row = self._channels.row(state)
            for player, name in self._channels.all:
                if name in self._channels.names and self._rows[length].differs(row, player, name):
                    self._drop(name, player, played.actions[:length], (self._rows[length], row))

    def _drop(self, name: str, player: int, actions: tuple[int, ...], rows: tuple[Row, Row]) -> None:
        what = f"{name} tells two things of one history, and is left out"
        seen = difference(*(row.values[player, name] for row in rows))
        example = Finding("(0)", what, player, actions, actions, "the history itself, walked again", seen)
        self._findings.add("(0)", what, len(actions), lambda: example)
        self._channels.drop(name)

    def compare(self, played: Played, change: Changed) -> list[Alike]:
        """Compare the game with a changed one; return decisions of players who cannot tell them apart."""
        if (played.actions, change.actions) in self._seen:
            return []
        self._seen.add((played.actions, change.actions))
        first, lengths = self._first_differences(change)
        self.compared.update({self._phases[length] for length in lengths})
        unaware = [player for player in range(self._channels.players) if player != played.movers[change.place]]
        alike = []
        for player in unaware if lengths else ():  # who chose the action knows it
            mine = {name: at for (who, name), at in first.items() if who == player}
            for rule, name, beside in self._contradictions(mine):
                self._note(rule, name, beside, player, played.actions[: mine[name]], change.actions[: mine[name]])
            told = min(mine[name] for name in self._channels.basis)
            own = [at for at in lengths if self._rows[at].mover == player and at < told]
            if own and (played.movers[change.place] >= 0 or min(first.values()) <= own[-1]):
                alike.append(Alike(player, own[-1], change))
        return alike

    def _first_differences(self, change: Changed) -> tuple[First, list[int]]:
        """Find when each channel first differs, reading it no further, and the decisions that were compared."""
        first, lengths = dict.fromkeys(self._channels.all, NEVER), []
        for length, state in self._decisions(change.actions, change.place):
            if length > change.place and length in self._rows:
                lengths.append(length)
                row = self._channels.row(state, [pair for pair, at in first.items() if at == NEVER])
                first.update({pair: length for pair in row.values if self._rows[length].differs(row, *pair)})
        return first, lengths

    def _contradictions(self, first: Mapping[str, int]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield rule, channel and the channels that have told nothing when it did."""
        names = self._channels.names
        told = min((first[name] for name in names), default=NEVER)
        if first[LEGAL] < told:
            yield "(i)", LEGAL, ()
        if first[RETURNS] < min(told, first[LEGAL]):
            yield "(ii)", RETURNS, tuple(names)
        for name in names:
            if beside := tuple(other for other in names if first[name] < first[other]):
                yield "(ii)", name, beside

    def _note(
        self, rule: str, name: str, beside: tuple[str, ...], player: int, one: tuple[int, ...], two: tuple[int, ...]
    ) -> None:
        what = f"{name} tells what {', '.join(beside)} has not told: too much, or the other too little"
        if rule == "(i)":
            what = "his legal actions differ, and no channel has told him why"

        def example() -> Finding:
            rows = [self._channels.row(state_after(self._start, actions), [(player, name)]) for actions in (one, two)]
            seen = difference(*(row.values[player, name] for row in rows))
            return Finding(rule, what, player, one, two, told_change(one, two), seen)

        self._findings.add(rule, what, len(one), example)


def told_change(one: tuple[int, ...], two: tuple[int, ...]) -> str:
    """Say in which actions two histories differ."""
    places = [place for place, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]]
    told = [f"action {place} is {two[place]} in place of {one[place]}" for place in places[:4]]
    more = [f"{len(places) - 4} more differ"] if len(places) > 4 else []
    lengths = [f"it has {len(two)} actions"] if len(one) != len(two) else []
    return ", ".join(told + more + lengths) or "all actions are the same"
