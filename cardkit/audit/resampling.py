"""Rule (iii): a resampled state is a different one that the player cannot tell apart."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from cardkit.audit.channels import Channels, Row, difference, silence
from cardkit.audit.contradictions import Alike, told_change
from cardkit.audit.histories import Played, first_decision, options, state_after
from cardkit.audit.report import Finding, Findings

SPOTS, SAMPLES, REPEATS = 3, 3, 30  # decisions of a game, samples of each, samples that must vary
COPIED = 10  # samples; some games need a second to be unpickled
COPIES: dict[str, Callable[[Any], Any]] = {
    "clone": lambda state: state.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
}
Memory = list[tuple[Row, int | None]]


def resamples(start: Any) -> bool:
    """Return whether a game resamples states, which no property of it tells."""
    state = first_decision(start)
    try:
        with silence():
            state.resample_from_infostate(state.current_player(), Random(0).random)
    except Exception:
        return False
    return True


class Resampling:
    """Checks ``resample_from_infostate``.

    Attributes:
        samples: how many were checked.
    """

    def __init__(self, start: Any, channels: Channels, findings: Findings) -> None:
        self._start, self._channels, self._findings = start, channels, findings
        self.samples = 0

    def check(self, played: Played, rng: Random) -> None:
        """Check samples at some decisions of a game, for all players that move there or later."""
        places = played.places(of_chance=False)
        for place in rng.sample(places, min(SPOTS, len(places))):
            state = state_after(self._start, played.actions[:place])
            for player in sorted({mover for mover in played.movers[place:] if mover >= 0}):
                for _ in range(SAMPLES):
                    sample = state.resample_from_infostate(player, rng.random)
                    self.samples += 1
                    for what, seen in self._faults(played.actions[:place], state, sample, player):
                        history = tuple(sample.history())
                        change = f"the sample, in which {told_change(played.actions[:place], history)}"
                        self._note(what, player, played.actions[:place], history, change, seen)

    def check_variation(self, played: Played, alike: Alike, rng: Random) -> None:
        """Check that samples vary where a player is known to be unable to tell two histories apart."""
        actions, place = played.actions[: alike.length], alike.change.place
        state, kept = state_after(self._start, actions), 0
        for _ in range(REPEATS):
            sample = state.resample_from_infostate(alike.player, rng.random)
            history = tuple(sample.history())
            is_other = history == actions and str(sample) != str(state)  # another state under the true history
            if is_other or len(history) != len(actions) or history[place] != actions[place]:
                return
            kept += 1
        who = "an outcome of chance" if played.movers[place] < 0 else "an action of another player"
        what = f"{kept} of {kept} samples keep {who} that the player cannot know"
        other = alike.change.actions[: alike.length]
        change = f"he cannot tell it from one in which {told_change(actions, other)}"
        self._note(what, alike.player, actions, other, change)

    def _note(
        self,
        what: str,
        player: int,
        actions: tuple[int, ...],
        other: Sequence[int],
        change: str,
        seen: tuple[str, str] = ("", ""),
    ) -> None:
        example = Finding("(iii)", what, player, actions, tuple(other), change, seen)
        self._findings.add("(iii)", what, len(actions), lambda: example)

    def _faults(
        self, actions: tuple[int, ...], state: Any, sample: Any, player: int
    ) -> Iterator[tuple[str, tuple[str, str]]]:
        """Yield each fault of a sample with its evidence."""
        if differing := self._differing(self._channels.row(state), self._channels.row(sample), player):
            yield f"the sample changes what the player sees now: {differing[0]}", differing[1]
        for way, duplicate in COPIES.items() if self.samples <= COPIED else ():
            if other := self._another(sample, duplicate):
                yield f"a {way} of the sample is another state", difference(str(sample), str(other))
        history = sample.history()
        bad = self._first_illegal(history)
        if bad is not None:
            yield "the sample's history is not legal", (f"action {bad} is {history[bad]}", "")
        elif other := self._another(sample, lambda one: state_after(self._start, one.history())):
            truth = ", the true game's" if tuple(history) == actions else ""
            yield f"the sample's history leads to another state{truth}", difference(str(sample), str(other))
        else:
            yield from self._changes_of_memory(actions, history, player)

    def _another(self, sample: Any, duplicate: Any) -> Any:
        """Return a duplicate that is not the sample; None if it is, or none can be made."""
        try:
            found = duplicate(sample)
        except Exception:  # this check is of copies, and not of whether there are any
            return None
        one, two = (self._channels.row(state).values for state in (sample, found))
        return None if one == two and str(sample) == str(found) else found

    def _first_illegal(self, history: Sequence[int]) -> int | None:
        state = self._start.clone()
        for place, action in enumerate(history):
            if state.is_terminal() or action not in options(state):
                return place
            state.apply_action(action)
        return None

    def _changes_of_memory(
        self, actions: Sequence[int], history: Sequence[int], player: int
    ) -> Iterator[tuple[str, tuple[str, str]]]:
        """Yield the first own decision that a sample remembers in another way."""
        was, now = self._memory(actions, player), self._memory(history, player)
        if len(was) != len(now):
            yield "the sample changes the number of the player's own decisions", (str(len(was)), str(len(now)))
            return
        for (row, action), (other, another) in zip(was, now, strict=True):
            if action != another:
                yield "the sample changes the player's own action", (str(action), str(another))
                return
            if differing := self._differing(row, other, player):
                yield f"the sample changes what the player has seen before: {differing[0]}", differing[1]
                return

    def _memory(self, actions: Sequence[int], player: int) -> Memory:
        """Return a player's views at his own decisions, and his choices."""
        state, found = self._start.clone(), []
        for action in actions:
            if state.current_player() == player:
                found.append((self._channels.row(state), action))
            state.apply_action(action)
        return found

    def _differing(self, row: Row, other: Row, player: int) -> tuple[str, tuple[str, str]] | None:
        """Return the first channel in which two states differ that a sample must keep, with what each says."""
        for name in self._channels.basis:
            if row.differs(other, player, name):
                return name, difference(row.values[player, name], other.values[player, name])
        return None
