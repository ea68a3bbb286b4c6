"""Rule (iv): an exchange of two cards that a player cannot know must not change his view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from cardkit.audit.channels import by_decisions, difference
from cardkit.audit.hidden_cards import Cell
from cardkit.audit.report import Finding, Findings, Report
from cardkit.checks import check_whole

EXCHANGES, LONGEST, TRIES = 12, 300, 20  # in a game; actions of a game; draws of two different cards
RAISED = "error"
"""The part of a view that could not be read."""
Hidden = Callable[[Any, Any], Sequence[Cell]]
Flat = dict[str, str]


@dataclass(frozen=True)
class Table:
    """Ways to play a game of any library, each a function of one line.

    Attributes:
        new: deals a game: ``new(seed)``.
        players: names all players of a game.
        mover: names the player to move.
        legal: lists the legal actions of the player to move; none at the end.
        step: plays an action: ``step(game, action)``.
        view: returns a player's view, on his turn and off it: ``view(game, player)``; it may nest.
    """

    new: Callable[[int], Any]
    players: Callable[[Any], Sequence[Any]]
    mover: Callable[[Any], Any]
    legal: Callable[[Any], Sequence[Any]]
    step: Callable[[Any, Any], object]
    view: Callable[[Any, Any], Any]


def audit_exchange(
    table: Table,
    hidden: Hidden,
    *,
    games: int = 50,
    seed: int = 0,
    title: str = "exchange of hidden cards",
    policy: Callable[[Any, Random], Any] | None = None,
    phase: Callable[[Any], str] | None = None,
    settle: Callable[[Any], object] = lambda game: None,
    tell: Callable[[int], object] = lambda done: None,
) -> Report:
    """Exchange two cards that a player cannot know, and check that his view stays the same.

    It plays random games and 12 exchanges in each, every one in a game that is dealt and played anew up to a random
    point. So a game must follow from its seed and the actions. A player's view includes the legal actions when he is to
    move. A view is looked at twice: parts that differ by themselves are left out, as rule (0).

    Args:
        table: how to play.
        hidden: lists the cells whose cards a player cannot know: ``hidden(game, player)``, as
            ``lambda game, player: cells_of(game.hands[1 - player], game.deck)``. A cell too many is a false alarm, one
            too few hides a leak.
        games: how many are played.
        seed: of all chance.
        title: the report's first words.
        policy: chooses in every other game: ``policy(game, rng)``, None for a random action.
        phase: names the phase of a game; by default how many actions came before.
        settle: puts a game in order after an exchange, as by sorting hands that are always sorted.
        tell: called with the number of games done.

    Raises:
        ValueError: ``games`` or ``seed`` is out of range, or a game does not follow from its seed and the actions.
    """
    check_whole("games", games, 1)
    check_whole("seed", seed, 0)
    rng, findings, compared, errors = Random(seed), Findings(), Counter[str](), Counter[str]()
    for number in range(games):
        dealt = rng.randrange(2**31)
        actions = _play(table, dealt, rng, policy if number % 2 else None)
        for _ in range(EXCHANGES if actions else 0):
            history = actions[: rng.randrange(len(actions))]
            game = _replay(table, dealt, history)
            player = rng.choice(table.players(game))
            cells = _two_cells(hidden(game, player), rng)
            if cells is None:
                continue
            before, again, after = _looks(table, game, player, cells, settle)
            if RAISED in before and before == after:
                errors[f"not read: view of {player}: {before[RAISED]}"] += 1
                continue
            role = "to move" if player == table.mover(game) else "off turn"
            compared[f"{role}, {phase(game) if phase else by_decisions(len(history))}"] += 1
            change = f"deal {dealt}, {_label(cells[1].card)} and {_label(cells[0].card)} exchanged"
            _compare(findings, (before, again, after), role, player, history, change)
        tell(number + 1)
    notes = [f"{text}: {count} times" for text, count in errors.items()]
    return Report(f"{title}, {games} games, seed {seed}", findings.listed(), compared, {}, notes)


def _play(table: Table, dealt: int, rng: Random, policy: Callable[[Any, Random], Any] | None) -> list[Any]:
    """Play a game, and return its actions."""
    game, actions = table.new(dealt), []
    while len(actions) < LONGEST and (legal := list(table.legal(game))):
        chosen = policy(game, rng) if policy else None
        actions.append(rng.choice(legal) if chosen is None else chosen)
        table.step(game, actions[-1])
    return actions


def _replay(table: Table, dealt: int, actions: Sequence[Any]) -> Any:
    game = table.new(dealt)
    for number, action in enumerate(actions):
        if action not in list(table.legal(game)):
            raise ValueError(
                f"a game of the seed {dealt} does not go on as before: action {number}, {action!r}, is not legal now; "
                "`new` must draw all chance from its seed"
            )
        table.step(game, action)
    return game


def _two_cells(cells: Sequence[Cell], rng: Random) -> tuple[Cell, Cell] | None:
    """Draw two cells with different cards; None if there are none."""
    for _ in range(TRIES if len(cells) > 1 else 0):
        one, other = rng.sample(cells, 2)
        if _label(one.card) != _label(other.card):
            return one, other
    return None


def _looks(
    table: Table, game: Any, player: Any, cells: tuple[Cell, Cell], settle: Callable[[Any], object]
) -> tuple[Flat, Flat, Flat]:
    """Return a player's view, read twice before an exchange and once after it."""

    def look() -> Flat:
        try:
            legal = list(table.legal(game)) if player == table.mover(game) else []
            return flat({"view": table.view(game, player), "legal": legal})
        except Exception as error:  # of the game's own code, off turn above all
            return {RAISED: f"{type(error).__name__}: {error}"}

    before, again = look(), look()
    one, other = cells
    one.card, other.card = other.card, one.card
    settle(game)
    return before, again, look()


def _compare(
    findings: Findings, looks: tuple[Flat, Flat, Flat], role: str, player: Any, history: list[Any], change: str
) -> None:
    before, again, after = looks
    for rule, other, what in (
        ("(0)", again, "{} differs when it is read again, and is left out"),
        ("(iv)", after, "{} shows a player {} what he cannot know"),
    ):
        for path in _differing(before, other):
            if rule == "(0)" or before.get(path) == again.get(path):
                said, seen = what.format(path, role), difference(before.get(path), other.get(path))
                example = Finding(rule, said, player, tuple(history), change=change, seen=seen)
                findings.add(rule, said, len(history), lambda example=example: example)


def _differing(one: Flat, other: Flat) -> list[str]:
    """Return the paths whose values differ; of a mapping whose keys differ its keys alone."""
    if (RAISED in one) != (RAISED in other):
        return [RAISED]
    both = [path for path in one if path in other and one[path] != other[path]]
    return both or sorted(set(one) ^ set(other))[:1]


def flat(value: Any, path: str = "") -> Flat:
    """Write all that is in a value, by its path: mappings, arrays, sequences and plain objects."""
    if isinstance(value, Mapping):
        parts = {f"{path}/{key}": part for key, part in value.items()}
        found = {f"{path}/keys": str([*map(str, value)])}
        return found | {key: text for name, part in parts.items() for key, text in flat(part, name).items()}
    if isinstance(value, np.ndarray):
        return {path: f"{value.dtype} {value.tolist()}"}
    if isinstance(value, (list, tuple)):
        if any(isinstance(part, (Mapping, list, tuple)) for part in value):
            return flat(dict(enumerate(value)), path)
        return {path: str([_label(part) for part in value])}
    return {path: _label(value)}


def _label(value: Any) -> str:
    """Write a card or a part of a view; an object without a text of its own by its attributes."""
    if isinstance(value, (Mapping, np.ndarray, list, tuple)):
        return str(flat(value))
    own = type(value)
    if own.__str__ is not object.__str__ or own.__repr__ is not object.__repr__:
        return str(value)
    slots = [name for kind in own.__mro__ for name in getattr(kind, "__slots__", ()) if hasattr(value, name)]
    parts = {**getattr(value, "__dict__", {}), **{name: getattr(value, name) for name in slots}}
    return f"{own.__name__}{sorted((name, str(part)) for name, part in parts.items())}"
