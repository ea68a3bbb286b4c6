"""Rules declared once: a field of a game's rules says its range, its words and its place in the record.

::

    start_rank: int = rule(6, low=2, high=14, say="lowest rank of the deck")
    transfer: bool = rule(False, say="a defender may pass the attack on", record="u1")

What is derived from it: its check (`check_rules`), its field of the record and the filling (`cardkit.rules.recorded`),
and from `declared_rules` its option in commands, on the page and in training runs. This module imports neither NumPy
nor a game, so a program's ``--help`` stays quick.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from textwrap import wrap
from typing import Any, Literal, TypeVar, overload

from cardkit.wording import quoted

Place = Literal["u1", "u2", "i4"]
"""The type of a rule's field in the record, as NumPy names it."""
Kind = TypeVar("Kind")
_MOST: Mapping[Place, int] = {"u1": 2**8 - 1, "u2": 2**16 - 1, "i4": 2**31 - 1}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as its field declares it.

    Attributes:
        say: what it is, a phrase for help texts and docs.
        low, high: of an integer; None means no upper limit.
        choices: values of a text, with what each means.
        none: what None means, where None is a value.
        record: type of its field in the record; None: the game fills what follows from it.
        record_as: name of this field, where the record needs the rule's own name for something else.
        aliases: further flags of commands.
        page: whether the page offers it.
        name, default: those of the field.
    """

    say: str
    low: int | None = None
    high: int | None = None
    choices: Mapping[str, str] | None = None
    none: str | None = None
    record: Place | None = None
    record_as: str = ""
    aliases: tuple[str, ...] = ()
    page: bool = True
    name: str = ""
    default: Any = None

    @property
    def place(self) -> str:
        """The name of its field in the record."""
        return self.record_as or self.name

    @property
    def kind(self) -> Literal["flag", "choice", "integer", "text"]:
        """The type of the rule's values."""
        if isinstance(self.default, bool):
            return "flag"
        if self.choices is not None:
            return "choice"
        return "text" if self.low is None else "integer"

    @property
    def range(self) -> str:
        """The rule's values in words, as help texts and docs write them."""
        if self.kind == "integer":
            return f"{self.low} or more" if self.high is None else f"{self.low} to {self.high}"
        return ", ".join(self.choices) if self.choices else ""

    @property
    def sentence(self) -> str:
        """The rule's meaning and values."""
        meant = "; ".join(f"{value}: {meaning}" for value, meaning in (self.choices or {}).items() if meaning)
        said = meant or self.range
        return f"{self.say} ({said})" if said else self.say

    @property
    def told(self) -> str:
        """The rule's meaning and values, and the meaning of None."""
        return self.sentence if self.none is None else f"{self.sentence}; without it {self.none}"

    def check(self, value: Any) -> None:
        """Raise ValueError, which names the rule, its values and what was given."""
        if value is None and self.none is not None:
            return
        if not self._allows(value):
            also = "None or " if self.none is not None and self.kind == "integer" else ""
            raise ValueError(f"{self.name} must be {also}{self._wanted()}, got {quoted(value)}")

    def _allows(self, value: Any) -> bool:
        if self.kind == "flag":
            return isinstance(value, bool)
        if self.kind == "choice":
            return isinstance(value, str) and value in (self.choices or ())
        if self.kind == "text":
            return True  # which the game reads
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def _wanted(self) -> str:
        if self.kind == "flag":
            return "True or False"
        if self.kind == "choice":
            return f"one of {self.range}"
        return (
            f"an integer of at least {self.low:,}"
            if self.high is None
            else f"an integer from {self.low:,} to {self.high:,}"
        )

    def number(self, value: Any) -> int:
        """Return a value's number in the record: of a choice its place, of None the largest number."""
        if self.kind == "choice":
            return list(self.choices or ()).index(value)
        most = _MOST[self.record or "i4"]
        return most if value is None else min(int(value), most)

    def value(self, number: int) -> Any:
        """Return the value of a number in the record; the inverse of `number`."""
        if self.kind == "choice":
            return list(self.choices or ())[number]
        if self.kind == "flag":
            return bool(number)
        return None if self.none is not None and number == _MOST[self.record or "i4"] else number


@overload
def rule(
    default: bool,
    *,
    say: str,
    record: Place | None = None,
    aliases: Collection[str] = (),
    page: bool = True,
) -> bool: ...
@overload
def rule(
    default: int,
    *,
    say: str,
    low: int,
    high: int | None = None,
    record: Place | None = None,
    aliases: Collection[str] = (),
    page: bool = True,
) -> int: ...
@overload
def rule(
    default: None,
    *,
    say: str,
    none: str,
    low: int,
    high: int | None = None,
    record: Place | None = None,
    record_as: str = "",
    aliases: Collection[str] = (),
    page: bool = True,
) -> int | None: ...
@overload
def rule(
    default: str,
    *,
    say: str,
    choices: Mapping[str, str] | None = None,
    record: Place | None = None,
    record_as: str = "",
    aliases: Collection[str] = (),
    page: bool = True,
) -> str: ...
@overload
def rule(default: None, *, say: str, none: str, page: bool = True) -> None: ...
def rule(default: Any, *, aliases: Collection[str] = (), **said: Any) -> Any:
    """Declare a field of rules; the arguments are those of `Rule`."""
    return field(default=default, metadata={Rule: Rule(aliases=tuple(aliases), **said)})


@cache
def declared_rules(rules: type) -> Mapping[str, Rule]:
    """Return the rules of a class by name, in their order.

    Raises:
        TypeError: a field is not declared by `rule`, its default is not among its values, or its record is too small.
    """
    found: dict[str, Rule] = {}
    for one in fields(rules):
        said = one.metadata.get(Rule)
        if said is None:
            raise TypeError(f"{rules.__name__}.{one.name} must be declared by rule(...)")
        values = {name: getattr(said, name) for name in Rule.__dataclass_fields__}
        found[one.name] = Rule(**values | {"name": one.name, "default": one.default})
        _check_declaration(f"{rules.__name__}.{one.name}", found[one.name])
    return found


def _check_declaration(where: str, one: Rule) -> None:
    """Raise TypeError unless the default is one of the values, and the field of the record has room for all.

    An integer without an upper limit is stored as the largest number that there is room for, if it is larger.
    """
    try:
        one.check(one.default)
    except ValueError as error:
        raise TypeError(f"the default of {where} is not one of its values: {error}") from None
    if one.record is None:
        return
    if one.record not in _MOST:
        raise TypeError(f"record of {where} must be one of {', '.join(_MOST)}, got {one.record!r}")
    most = _MOST[one.record] - (one.none is not None)  # the largest number is None
    least = -most if one.record.startswith("i") else 0
    if one.kind == "integer" and not least <= (one.low or 0) <= (most if one.high is None else one.high) <= most:
        raise TypeError(f"the values of {where}, {one.range}, do not fit in a {one.record!r} field: use a wider one")


def choices_of(rules: type, name: str) -> tuple[str, ...]:
    """Return the values of a choice, in their order; a record holds the place."""
    return tuple(declared_rules(rules)[name].choices or ())


def check_rules(rules: Any) -> None:
    """Raise ValueError unless each rule has one of its values."""
    for name, one in declared_rules(type(rules)).items():
        one.check(getattr(rules, name))


def with_attributes(rules: type[Kind]) -> type[Kind]:
    """Complete the class's docstring with each rule; a decorator above ``@dataclass``."""
    lines = [
        line
        for name, one in declared_rules(rules).items()
        for line in wrap(f"{name}: {_told(one)}", 112, initial_indent=" " * 8, subsequent_indent=" " * 12)
    ]
    head, raises, tail = (rules.__doc__ or "").partition("    Raises:")
    rules.__doc__ = "\n".join([head.rstrip(), "", "    Attributes:", *lines, "", f"{raises}{tail}"])
    return rules


def _told(one: Rule) -> str:
    return f"{one.sentence}." + (f" None: {one.none}." if one.none is not None else "")
