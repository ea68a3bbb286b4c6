"""Game records: their fields, replay and text form, for any game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from cardkit.checks import listed
from cardkit.compiled.protocol import LEFT, State, can_withdraw, mover, returns, step, withdraw
from cardkit.compiled.slots import is_empty, legal_of
from cardkit.game import Game, action_id
from cardkit.wording import quoted

MOST_SEATS = 8  # of a game
PLAYERS = tuple(f"player_{seat}" for seat in range(MOST_SEATS))
"""The names of the seats, for players without one."""
WORLDS = ("closed", "open")
UNFINISHED = "*"
RESULT = "result"
VERSION = 1


@dataclass(frozen=True, slots=True, eq=False)
class Ply:
    """One action of a replayed game.

    Attributes:
        number: counts from 1.
        seat: seat that played.
        action: action id.
        before: STATE record before the action.
        after: STATE record after it.
    """

    number: int
    seat: int
    action: int
    before: Any = field(repr=False)
    after: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class GameRecord(ABC):
    """A game, complete or not, with all that is needed to replay it. Each game has a subclass.

    Replaying or writing a record checks its plies against the rules of play; creating it does not.

    Attributes:
        rules: rules of the game, in any form that its rules accept.
        deal: all that chance decides.
        plies: action ids in the order played; `LEFT` where a seat has left.
        players: names from seat 0 on, printable, without spaces around them; by default ``player_0``, ``player_1``, ...
        open_world: whether all seats saw all cards.

    Raises:
        ValueError: the deal does not fit the rules, an action id is out of range, or a name is invalid.
    """

    rules: Any
    deal: Any
    plies: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    open_world: bool = False

    HEADING: ClassVar[str]
    """The beginning of the first line, before the version."""

    def __post_init__(self) -> None:
        game = self.game_of(self.rules, self.open_world)
        if not hasattr(self.deal, "lay_out"):
            raise ValueError(f"deal must be a deal of the game, got {quoted(self.deal)}")
        object.__setattr__(self, "rules", game.rules)
        self.check_deal()
        plies = _some(self.plies, game.most_plies, "plies", "action ids")
        object.__setattr__(self, "plies", tuple(_ply_of(action, game) for action in plies))
        object.__setattr__(self, "players", players_of(self.players, game.seats))

    # --- what a game supplies ---------------------------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def game_of(rules: Any, open_world: bool = False) -> Any:
        """Return the variant that is played, a `cardkit.game.Game` with ``rules``; these may be given in any form."""

    @abstractmethod
    def deal_lines(self) -> Iterator[str]:
        """Write the deal as lines."""

    @abstractmethod
    def ply_lines(self, plies: Iterable[Ply]) -> Iterator[str]:
        """Write the plies as lines."""

    def check_deal(self) -> None:
        """Raise ValueError unless the deal fits the rules and can be written."""
        self.deal.check(self.rules)

    # --- what all records do ----------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a text that holds one game; the inverse of `format`.

        Raises:
            ValueError: the text breaks the format or the rules; the message names the line.
        """
        records: list[Self] = cls.game_of(None).tell.read_records(text)
        if len(records) != 1:
            raise ValueError(f"the text must hold one game, got {len(records)}")
        return records[0]

    def replay(self) -> Iterator[Ply]:
        """Replay the game ply by ply.

        Raises:
            ValueError: on reaching an illegal ply.
        """
        game, state = self.game_of(self.rules, self.open_world), self.deal.lay_out(self.rules)
        for number, action in enumerate(self.plies, 1):
            seat, before = int(mover(state)), state.copy()
            try:
                play_ply(game, state, action)
            except ValueError as error:
                raise ValueError(f"ply {number}: {error}") from None
            yield Ply(number, seat, action, before, state.copy())

    @property
    def result(self) -> tuple[float, ...] | None:
        """The seats' returns, from seat 0 on; None if the game is not over.

        Raises:
            ValueError: a ply is illegal.
        """
        state: State | None = None
        for ply in self.replay():
            state = ply.after
        return self._result_of(state)

    def format(self, states: Sequence[Any] = ()) -> str:
        """Write the game as text, ending with a line break.

        Args:
            states: from the deal to the last ply, by a caller that has them; else the game is replayed.

        Raises:
            ValueError: a ply is illegal.
        """
        return "\n".join(self._lines(self._seen(states) if states else self.replay())) + "\n"

    def _seen(self, states: Sequence[Any]) -> Iterator[Ply]:
        """Yield the plies between states, which they have led to."""
        for number, (action, before, after) in enumerate(zip(self.plies, states[:-1], states[1:], strict=True), 1):
            yield Ply(number, int(mover(before)), action, before, after)

    def _lines(self, replayed: Iterable[Ply]) -> Iterator[str]:
        yield f"{self.HEADING} {VERSION}"
        yield f"rules {self.rules}"
        for seat, name in enumerate(self.players):
            yield f"player_{seat} {name}"
        yield f"world {WORLDS[self.open_world]}"
        yield from self.deal_lines()
        state = None

        def plies() -> Iterator[Ply]:
            nonlocal state
            for ply in replayed:
                state = ply.after
                yield ply

        yield from self.ply_lines(plies())
        yield f"{RESULT} {result_text(self._result_of(state))}"

    def _result_of(self, state: State | None) -> tuple[float, ...] | None:
        """Return the result of the state after the last ply; None if there is none."""
        return None if state is None else result_of(state, len(self.players))


def play_ply(game: Game, state: State, action: int) -> None:
    """Play the action id, or `LEFT`, of the seat to move on a STATE record.

    Raises:
        ValueError: the action is not legal, or chance that was given does not fit.
    """
    if action != LEFT:
        step(state, game.read_action(state, action))
    elif is_empty(legal_of(state)):
        raise ValueError("nobody can leave: the game is over")
    else:
        withdraw(state, int(mover(state)))
    game.check_chance(state)


def replay(record: GameRecord) -> Iterator[Ply]:
    """Replay a game ply by ply.

    Raises:
        ValueError: on reaching an illegal ply.
    """
    return record.replay()


def result_of(state: State, seats: int) -> tuple[float, ...] | None:
    """Return the seats' returns, whole numbers as integers; None during the game."""
    if not is_empty(legal_of(state)):
        return None
    paid = [float(returns(state, seat)) for seat in range(seats)]
    return tuple(int(one) if one.is_integer() else one for one in paid)


def result_text(result: tuple[float, ...] | None) -> str:
    """Write the result in a record's notation: whole numbers in full, others to four digits."""
    return UNFINISHED if result is None else " ".join(map(_number_text, result))


def format_records(records: Iterable[GameRecord]) -> str:
    """Write several games as one text, separated by empty lines."""
    return "\n".join(record.format() for record in records)


def _number_text(number: float) -> str:
    return str(number) if isinstance(number, int) else f"{number:.4g}"


def _some(values: Any, most: int, name: str, what: str) -> tuple[Any, ...]:
    """Return the values, of which there may be ``most``; an iterator may never end."""
    found = listed(name, values, most, what)
    if len(found) > most:
        raise ValueError(f"{name} must be at most {most:,} {what}, got more")
    return found


def _ply_of(action: Any, game: Game) -> int:
    """Return an action id, or LEFT where the game goes on without a seat."""
    if type(action) is int and action == LEFT and can_withdraw(game.new_states().dtype):
        return LEFT
    return action_id(action, game.num_actions)


def players_of(names: Iterable[str], seats: int) -> tuple[str, ...]:
    """Return the names of the players, or those of the seats where none are given."""
    players = _some(names, MOST_SEATS, "players", "names") or PLAYERS[:seats]
    if len(players) != seats:
        raise ValueError(f"players must be {seats} names, one a seat, got {len(players)}")
    for name in players:
        check_player(name)
    return players


def check_player(name: Any) -> None:
    """Raise ValueError unless a player may have this name."""
    if not isinstance(name, str) or not name or name != name.strip() or not name.isprintable():
        raise ValueError(f"a player's name must be printable text without spaces around it, got {quoted(name)}")
