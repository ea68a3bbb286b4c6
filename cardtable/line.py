"""A game at a table: its players, its deal, and its plies, which can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardkit.arena.compiled_games import begin_game, roots_of
from cardkit.arena.seeds import seed_or_drawn
from cardkit.compiled.prng import STREAM
from cardkit.compiled.protocol import LEFT, can_withdraw, feed, mover, reseed, returns, step, withdraw
from cardkit.compiled.slots import first_slot, how_many, is_empty, legal_of
from cardkit.game import Game, no_withdrawal
from cardkit.rules.tables import check_tables


@dataclass(frozen=True)
class Chance:
    """The randomness that an agent has left; never changed, but replaced.

    Attributes:
        word: of its STREAM record.
        generator: of an agent that is not compiled.
    """

    word: int
    generator: np.random.Generator

    def stream(self) -> Any:
        """Make the STREAM record."""
        streams = np.zeros(1, STREAM)
        streams["word"] = self.word
        return streams[0]


@dataclass(frozen=True)
class Position:
    """A position as another process gets it.

    Attributes:
        game: the variant.
        state: bytes of the STATE record.
        seat: whose knowledge matters.
        plies: (seat, action id) of every ply since the deal.
    """

    game: Game
    state: bytes
    seat: int
    plies: Sequence[tuple[int, int]]

    def state_record(self) -> Any:
        """Make the STATE record."""
        return state_record(self.game, self.state)

    def information_set(self) -> Any:
        """Return the seat's knowledge."""
        return self.game.information_set(self.state_record(), self.seat, self.plies)


def state_record(game: Game, state: bytes) -> Any:
    """Make the STATE record of its bytes."""
    states = game.new_states()
    states[0] = np.frombuffer(state, states.dtype)[0]
    return states[0]


class Order:
    """The players and the deal of a game.

    Attributes:
        lineup: the players; in game ``number`` player i sits in seat (i + number) mod seats.
        seed, number: of the match and the game, which decide the deal.
        drawn: whether the seed was drawn, so that it must stay hidden.
    """

    def __init__(self, lineup: Sequence[str] = (), seed: int = 0, drawn: bool = False, number: int = 0) -> None:
        self.lineup, self.seed, self.drawn, self.number = tuple(lineup), seed, drawn, number

    def by_seat(self) -> list[str]:
        """Return the players by seat."""
        seats = len(self.lineup)
        return [self.lineup[(seat - self.number) % seats] for seat in range(seats)]

    def swapped(self) -> Order:
        """Return an order with the same deal, everybody one seat on."""
        seats = len(self.lineup)
        number = self.number // seats * seats + (self.number + 1) % seats
        return Order(self.lineup, self.seed, self.drawn, number)

    def dealt_anew(self) -> Order:
        """Return an order with another deal; of a drawn seed, which is known by now, none follows."""
        seats = len(self.lineup)
        if self.drawn:
            return Order(self.lineup, seed_or_drawn(None), True, self.number % seats)
        return Order(self.lineup, self.seed, False, self.number + seats)

    def with_seats(self, players: Sequence[str], before: Order) -> Order:
        """Return an order with the players that sat in these seats in the game before."""
        seats = len(players)
        lineup = [players[(agent + before.number) % seats] for agent in range(seats)]
        return Order(lineup, self.seed, self.drawn, self.number)


class Line:
    """A game with all its positions.

    Deal and randomness are those of a game of a match: see `cardkit.arena.compiled_games`.

    Args:
        game: the variant.
        seed: of the match.
        number: of the game in the match.
        start: STATE record of a given deal, after which chance follows the seed; None for that of the match.

    Attributes:
        seed: of the match.
        plies: (seat, action id) of every ply; `LEFT` in place of an id where a seat was withdrawn.
    """

    def __init__(self, game: Game, seed: int, number: int = 0, start: Any = None) -> None:
        check_tables(game)
        state, streams = game.new_states()[0], np.zeros(game.seats + 1, STREAM)
        begin_game(state, streams, roots_of(seed, game.seats), game.seats, number)
        words = [int(word) for word in streams["word"][: game.seats]]
        self.game, self.seed = game, seed
        self.plies: list[tuple[int, int]] = []
        self._turn, self._was_cut = number % game.seats, False
        self._states = [(state if start is None else start).copy()]
        self._movers: list[int | None] = []
        self._record: tuple[tuple[str, ...], str] | None = None
        if start is not None:
            reseed(self._states[0], streams[game.seats])
        self._chances = [tuple(Chance(word, np.random.default_rng(word)) for word in words)]

    def __len__(self) -> int:
        return len(self.plies)

    @property
    def start(self) -> Any:
        """The STATE record after the deal."""
        return self._states[0]

    def start_of(self, ply: int) -> Any:
        """Return the start fed with the chance of the first ``ply`` plies: they lead from it to that state."""
        start = self.start.copy()
        feed(start, self._states[ply])
        return start

    def record_text(self, players: Sequence[str]) -> str:
        """Write the game as a record; ``players`` names who sits where. It is written once a ply."""
        names = tuple(players)
        if self._record is None or self._record[0] != names:
            self._record = names, self.game.tell.record_text(self.start_of(len(self)), self.plies, names, self._states)
        return self._record[1]

    def state(self, ply: int) -> Any:
        """Return the STATE record after ``ply`` plies."""
        return self._states[ply]

    def mover(self, ply: int) -> int | None:
        """Return the seat to move after ``ply`` plies; None once the game is over."""
        ply = range(len(self._states))[ply]
        while len(self._movers) <= ply:
            state = self._states[len(self._movers)]
            self._movers.append(None if is_empty(legal_of(state)) else int(mover(state)))
        return self._movers[ply]

    def has_choice(self, ply: int) -> bool:
        """Return whether there are several legal actions after ``ply`` plies."""
        return how_many(legal_of(self._states[ply])) > 1

    def forced(self) -> int | None:
        """Return the only legal action of the last position; None if there are several."""
        state = self._states[-1]
        return None if self.has_choice(len(self)) else self.game.action_of(state, first_slot(legal_of(state)))

    def returns(self) -> list[float] | None:
        """Return the seats' winnings; None while the game runs."""
        state = self._states[-1]
        return [float(returns(state, seat)) for seat in range(self.game.seats)] if is_empty(legal_of(state)) else None

    def agent_at(self, seat: int) -> int:
        """Return the number in the lineup of the agent in a seat."""
        return (seat - self._turn) % self.game.seats

    def information_set(self, ply: int, seat: int, game: Game | None = None) -> Any:
        """Return a seat's knowledge after ``ply`` plies; in another world if ``game`` is of another."""
        return (game or self.game).information_set(self._states[ply], seat, self.plies[:ply])

    def position(self, ply: int, seat: int, game: Game | None = None) -> Position:
        """Return the position of a seat after ``ply`` plies, for another process."""
        return Position(game or self.game, self._states[ply].tobytes(), seat, tuple(self.plies[:ply]))

    def chance(self, ply: int, seat: int) -> Chance:
        """Return the randomness that the agent in a seat had left after ``ply`` plies."""
        return self._chances[ply][self.agent_at(seat)]

    def play(self, action: Any, chance: Chance | None = None) -> None:
        """Play for the seat to move; ``chance`` is what its agent has left. `LEFT` is `withdraw`.

        Raises:
            ValueError: the action is not legal, or chance that was given does not fit; the line stays as it was.
        """
        if type(action) is int and action == LEFT and self.can_withdraw:
            self.withdraw()
            return
        before = self._states[-1]
        slot = self.game.read_action(before, action)
        seat, state = int(mover(before)), before.copy()
        step(state, slot)
        self._check_chance(state)
        chances = list(self._chances[-1])
        if chance is not None:
            chances[self.agent_at(seat)] = chance
        self._append(seat, self.game.action_of(before, slot), state, tuple(chances))

    @property
    def can_withdraw(self) -> bool:
        """True if the game says how it goes on without a seat."""
        return can_withdraw(self.start.dtype)

    def withdraw(self) -> None:
        """Take the seat to move out of the game; the others play on.

        Raises:
            ValueError: the game does not say how, or chance that was given does not fit.
        """
        if not self.can_withdraw:
            raise no_withdrawal(self.game)
        state = self._states[-1].copy()
        seat = int(mover(state))
        withdraw(state, seat)
        self._check_chance(state)
        self._append(seat, LEFT, state, self._chances[-1])

    def _append(self, seat: int, action: int, state: Any, chances: tuple[Chance, ...]) -> None:
        self.plies.append((seat, action))
        self._states.append(state)
        self._chances.append(chances)
        self._record = None

    def cut(self, ply: int) -> None:
        """Take back all plies after the first ``ply``; where chance that was given fits no more, it is drawn."""
        del self.plies[ply:], self._states[ply + 1 :], self._chances[ply + 1 :], self._movers[ply + 1 :]
        self._was_cut, self._record = True, None

    def _check_chance(self, state: Any) -> None:
        with suppress(ValueError) if self._was_cut else nullcontext():
            self.game.check_chance(state)
