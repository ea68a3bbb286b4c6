"""Channels of a game of OpenSpiel: all that a player is given to read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from cardkit.audit.histories import first_decision

Channel = Callable[[Any, int], Any]
"""Reads a player's view of a state: ``channel(state, player)``."""

LEGAL, RETURNS = "legal actions", "returns"
TEXTS = "information_state_string", "observation_string"
KINDS = "information_state", "observation"
TENSORS = "information_state_tensor", "observation_tensor"


class Row(NamedTuple):
    """All players' views of a state.

    Attributes:
        mover: the player to move, whom everybody knows.
        values: by player and channel; None if it cannot be read.
    """

    mover: int
    values: dict[tuple[int, str], Any]

    def differs(self, other: Row, player: int, channel: str) -> bool:
        """Return whether a channel differs for a player in another state, if it was read in both."""
        one, two = self.values[player, channel], other.values[player, channel]
        return one is not None and two is not None and (self.mover, one) != (other.mover, two)


class Channels:
    """The channels of a game that can be read.

    Attributes:
        players: how many there are.
        names: the channels that inform; beside them there are legal actions and returns.
        unread: by channel, why it cannot be read.
    """

    def __init__(self, start: Any, more: Mapping[str, Channel], phase: Callable[[Any], str] | None) -> None:
        self.players, self._phase = start.num_players(), phase
        self.unread: dict[str, str] = {}
        kind, state = start.get_game().get_type(), first_decision(start)
        readers = {name: _text(name) for name in TEXTS if getattr(kind, f"provides_{name}")}
        readers |= {name: _tensor(name) for name in TENSORS if getattr(kind, f"provides_{name}")}
        readers |= {"observation_struct": lambda state, player: state.to_observation_struct(player).to_json(), **more}
        for name, read in readers.items():
            try:
                with silence():
                    read(state, 0)
            except Exception as error:
                self.unread[name] = str(error)
        self._readers = {name: read for name, read in readers.items() if name not in self.unread}
        self.names = list(self._readers)
        self._readers |= {LEGAL: _legal, RETURNS: lambda state, player: state.player_return(player)}

    @property
    def basis(self) -> list[str]:
        """The channels from which a state is resampled: information state, else observation, and legal actions."""
        kinds = (
            [name for name in self.names if name in (*TEXTS, *TENSORS) and name.startswith(kind)] for kind in KINDS
        )
        return [*next(filter(None, kinds), self.names), LEGAL]

    def drop(self, name: str) -> None:
        """Leave a channel out from here on."""
        self.names.remove(name)
        del self._readers[name]

    @property
    def all(self) -> list[tuple[int, str]]:
        """Each player with each channel, legal actions and returns included."""
        return [(player, name) for name in self._readers for player in range(self.players)]

    def row(self, state: Any, wanted: Iterable[tuple[int, str]] | None = None) -> Row:
        """Read channels of players in a state, all by default."""
        pairs = self.all if wanted is None else wanted
        values = {(player, name): _value(self._readers[name], state, player) for player, name in pairs}
        return Row(state.current_player(), values)

    def phase(self, state: Any, before: int) -> str:
        """Name the phase of a state that so many decisions came before."""
        return self._phase(state) if self._phase else by_decisions(before)


def by_decisions(before: int) -> str:
    """Name the phase of a game by how many decisions came before: 0, 1, 2-3, 4-7, and so on."""
    low = 1 << before.bit_length() - 1 if before else 0
    return f"after {low}" if low < 2 else f"after {low}-{2 * low - 1}"


def difference(one: Any, other: Any) -> tuple[str, str]:
    """Return the parts in which two values of a channel differ: lines of texts, entries of tensors."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        places = [place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]][:8]
        first, second = (", ".join(f"[{place}] {values[place]:g}" for place in places) for values in (one, other))
        return first, second
    lines = [str(value).split("\n") for value in (one, other)]
    for pair in zip(*lines, strict=False):
        if pair[0] != pair[1]:
            return _where(*pair)
    return str(one), str(other)


def _where(one: str, other: str) -> tuple[str, str]:
    """Cut a long line before the place where two lines begin to differ."""
    same = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    start = max(same - 60, 0)
    return one[start:], other[start:]


def _text(name: str) -> Channel:
    return lambda state, player: getattr(state, name)(player)


def _tensor(name: str) -> Channel:
    return lambda state, player: tuple(getattr(state, name)(player))


def _legal(state: Any, player: int) -> Any:
    legal = state.legal_actions(player)
    return [(action, state.action_to_string(player, action)) for action in legal]


def _value(read: Channel, state: Any, player: int) -> Any:
    try:
        return read(state, player)
    except Exception as error:  # of a game: to raise tells something too
        return f"raises {type(error).__name__}"


@contextmanager
def silence() -> Iterator[None]:
    """Drop what OpenSpiel writes on standard error by itself before it raises an error."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
