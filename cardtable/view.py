"""The table's game interface, beside `cardkit.game.Game`: the page's view of a game, and analyses.

What a seat sees is made from its information set alone, so the page of a closed world learns nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol

from cardkit.game import WORLDS, Game
from cardkit.notation.lines import read_variant
from cardkit.rules.declared import declared_rules
from cardtable.line import Chance, Line, state_record

Json = dict[str, Any]
"""An object of JSON."""


@dataclass(frozen=True)
class Option:
    """A rule that the page offers.

    Attributes:
        name: as in the mapping that `View.variant` takes.
        kind: ``integer``, ``flag`` or ``choice``.
        default: its value if it is not given.
        least, most: of an integer; None means no limit.
        choices: of a choice.
        optional: whether None is a value.
    """

    name: str
    kind: str
    default: Any
    least: int | None = None
    most: int | None = None
    choices: Sequence[str] = ()
    optional: bool = False

    def json(self) -> Json:
        """Return the option as the page shows it."""
        return asdict(self)


def options_of(rules: type) -> tuple[Option, ...]:
    """List the options of the rules that a class declares, but for those that the page does not offer."""
    return tuple(
        Option(one.name, one.kind, one.default, one.low, one.high, tuple(one.choices or ()), one.none is not None)
        for one in declared_rules(rules).values()
        if one.page
    )


@dataclass(frozen=True)
class Puzzle:
    """A position to be solved, with one best action.

    Attributes:
        record: text of a game up to the choice, as the game's notation has it.
        values: the exact result for the seat to move by the text of an action: 1, 0 or -1.
        level: how hard it is, from 0 on.
        missed: the share of agents that miss the best action.
    """

    record: str
    values: Mapping[str, int]
    level: int
    missed: float


@dataclass(frozen=True)
class TablePlugin:
    """A game's part of the table.

    Attributes:
        view: of the game.
        analysis: of positions; None if there is none.
        levels: agents to offer as opponents, from the weakest to the strongest.
        slower: how many times as long as in other games agents rest between two plies, unless the page sets the time.
        puzzles: reads the game's puzzles, in the order in which days show them.
    """

    view: View
    analysis: Analysis | None = None
    levels: Sequence[str] = ()
    slower: float = 1.0
    puzzles: Callable[[], Sequence[Puzzle]] = tuple


@dataclass(frozen=True)
class Recorded:
    """A recorded game.

    Attributes:
        game: the variant that was played.
        start: bytes of the STATE record after the deal.
        actions: ids of all plies.
        players: the names of the agents by seats.
    """

    game: Game
    start: bytes
    actions: Sequence[int]
    players: Sequence[str]

    def line(self, seed: int = 0) -> Line:
        """Replay the game with all its positions; ``seed`` decides chance and the agents' randomness if it goes on."""
        line = Line(self.game, seed, 0, state_record(self.game, self.start))
        for action in self.actions:
            line.play(action)
        return line


class View(Protocol):
    """A game's view for the table. It is picklable: analyses run in other processes."""

    name: ClassVar[str]
    """The name of the game."""
    page: ClassVar[Path | None]
    """The folder of the game's page module, pictures and texts; None to play with plain buttons."""
    module: ClassVar[str]
    """The file of the page module in this folder."""
    agents: ClassVar[str]
    """The group of entry points that names the game's agents."""
    seats: ClassVar[tuple[int, int]]
    """The fewest and the most that can play."""
    deal: ClassVar[Sequence[str]]
    """The parts of a given deal: some of `cardkit.game.Game.OPTIONS`."""
    options: ClassVar[Sequence[Option]]
    """The rules that may be chosen."""
    reads_foreign: ClassVar[bool]
    """True if a page may open a text of any origin: records are checked whole, and none is read as a state."""

    def variant(self, rules: Mapping[str, Any], seats: int, open_world: bool) -> Game:
        """Make the game by these rules.

        Raises:
            ValueError: the rules contradict each other or the number of seats.
        """
        ...

    def rules(self, game: Any) -> Json:
        """Return the options that `variant` was given, all of them."""
        ...

    def opened(self, game: Any) -> Game:
        """Return the variant with all cards seen."""
        ...

    def show(self, info: Any) -> Json:
        """Return the content of an information set for the page; spectators have one too, of the seat `NOBODY`."""
        ...

    def action(self, info: Any, action: int) -> Json:
        """Describe an action for the page, as all may see it: its ``text``, and what the page module wants to know."""
        ...

    def own_action(self, info: Any, action: int) -> Json:
        """Describe a legal action's hints about the mover's own cards, for the words beside a mistake."""
        ...

    def named(self, variant: str) -> Game:
        """Return the variant that a tournament's store names so, as ``str(game)``.

        Raises:
            ValueError: there is none.
        """
        ...

    def recorded(self, record: Any) -> Recorded:
        """Convert a record of `cardkit.game.Telling.read_records`."""
        ...


class Analysis(Protocol):
    """Agents' judgements of positions. An analysis is picklable, and its methods run in other processes."""

    adviser: ClassVar[str]
    """The agent that gives hints unless another is chosen."""
    opposed: ClassVar[bool]
    """True if, of two seats, one loses what the other wins: its value is then 1 minus that of the other."""
    analysts: ClassVar[Sequence[str]]
    """The named agents that can explain their choices."""

    def explain(self, agent: Any, info: Any, chance: Chance, step: int) -> tuple[Json, bool]:
        """Let an agent judge its legal actions; return also whether it is done.

        A search reports step by step: each step, from 0 on, searches longer than the one before. With the last one the
        agent is done; its analysis is that of the choice that the agent makes with this randomness.

        Raises:
            ValueError: the agent cannot explain its choices.
        """
        ...

    def solve(self, info: Any) -> Json | None:
        """Find the exact solution of a position for the seat to move; None where it is not found."""
        ...

    def beliefs(self, info: Any) -> Json | None:
        """Estimate how likely it is that a card is in a hand, for each card that the seat does not see."""
        ...


@dataclass(frozen=True)
class PlainView:
    """A `View` of plain buttons and lines of text; a subclass names its game, and overrides what it shows better."""

    GAME: ClassVar[type[Game]]
    name: ClassVar[str]
    agents: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    page: ClassVar[Path | None] = None
    module: ClassVar[str] = ""
    deal: ClassVar[Sequence[str]] = ()
    options: ClassVar[Sequence[Option]] = ()
    reads_foreign: ClassVar[bool] = False
    """False, since records hold bytes of a STATE by default; a game whose notation is checked whole says True."""

    def __init_subclass__(cls) -> None:
        game = cls.GAME()
        cls.name, cls.agents, cls.seats = game.NAME, game.AGENTS, (game.seats, game.seats)

    def variant(self, rules: Mapping[str, Any], seats: int, open_world: bool) -> Game:
        """Return the game, which has no rules to choose; raise ValueError for any."""
        if rules:
            raise ValueError(f"rules must be empty, got {rules}")
        return self.GAME(open_world=open_world)

    def named(self, variant: str) -> Game:
        """Return the variant of ``str(game)``."""
        return read_variant(variant, self.GAME)

    def rules(self, game: Game) -> Json:
        """Return None: there are no rules to choose."""
        return {}

    def opened(self, game: Game) -> Game:
        """Return the variant in the open world."""
        return replace(game, open_world=True)

    def show(self, info: Any) -> Json:
        """Return the game's lines."""
        return {"lines": list(info.rules.lines_of(info))}

    def action(self, info: Any, action: int) -> Json:
        """Return the action in the game's words."""
        return {"text": info.rules.seen_text(action)}

    def own_action(self, info: Any, action: int) -> Json:
        """Return an empty object: there is no more to tell."""
        return {}

    def recorded(self, record: Mapping[str, Any]) -> Recorded:
        """Convert a record of the game."""
        actions = [action for _, action in record["plies"]]
        return Recorded(self.named(record["game"]), bytes.fromhex(record["start"]), actions, record["players"])


class VariantView:
    """The variants of a game whose rules are one field, for a `View`; a subclass shows positions.

    Attributes:
        GAME: the class of the variants, called with rules, world and returns.
        RULES: the class of their rules, a `cardkit.rules.variant_rules.VariantRules` with a rule ``num_players``.
        SHOWN: the fields that the page is sent, each with the property of an information set that it tells; see
            `cardkit.known.fields`.
    """

    GAME: ClassVar[type[Any]]
    RULES: ClassVar[type[Any]]
    SHOWN: ClassVar[Mapping[str, str]]
    agents: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    deal: ClassVar[Sequence[str]]
    options: ClassVar[Sequence[Option]]
    reads_foreign: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        declared = declared_rules(cls.RULES)
        low, high = declared["num_players"].low, declared["num_players"].high
        assert low is not None
        assert high is not None
        cls.agents, cls.deal, cls.seats, cls.options = (
            cls.GAME.AGENTS,
            cls.GAME.OPTIONS,
            (low, high),
            options_of(cls.RULES),
        )

    def show(self, info: Any) -> Json:
        """Tell the fields of ``SHOWN`` of an information set."""
        return info.told(self.SHOWN)

    def own_action(self, info: Any, action: int) -> Json:
        """Return an empty object: there is no more to tell."""
        return {}

    def variant(self, rules: Mapping[str, Any], seats: int, open_world: bool) -> Any:
        """Make the game by these rules; the seats alone say how many play."""
        if "num_players" in rules:
            raise ValueError("num_players is not given with the rules: the seats say how many play")
        return self.GAME(self.RULES.of({**rules, "num_players": seats}), open_world)

    def named(self, variant: str) -> Any:
        """Return the variant of ``str(game)``."""
        world, _, rest = variant.partition(" world, rules: ")
        rules, _, returns = rest.partition(", returns by ")
        if world not in WORLDS:
            raise ValueError(f"{variant!r} names no game of {self.GAME.__name__}")
        return self.GAME(self.RULES.of(rules), world == WORLDS[True], returns or self.GAME.RETURNS[0])

    def rules(self, game: Game) -> Json:
        """Return the rules of a game."""
        return {option.name: getattr(game.rules, option.name) for option in self.options}

    def opened(self, game: Game) -> Game:
        """Return the variant in the open world."""
        return replace(game, open_world=True)

    def recorded(self, record: Any) -> Recorded:
        """Convert the variant, deal and plies of a record."""
        game = self.GAME(record.rules, record.open_world)
        return Recorded(game, record.deal.lay_out(record.rules).tobytes(), record.plies, record.players)
