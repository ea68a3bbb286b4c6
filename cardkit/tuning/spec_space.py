"""Specs with values left open: ``mcts:c=0.3..2,limit=10..1000/log,simulation=random|greedy`` is a space of specs.

======================  =================================================================================
``c=0.3..2.0``          a number in a range
``limit=10..1000``      an integer, if both ends are integers and the parameter is not annotated as float
``limit=10..1000/log``  the same, on a logarithmic scale
``eval=basic|playout``  one of several words; those with commas in parentheses
======================  =================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from cardkit.wording import quoted

# What stands in parentheses is a part of a value, commas included; possessive, or some texts would take for ever.
_VALUE = r"(?:\((?:[^()]|\([^()]*\))*+\)|[^,\s])++"
_PARAMETER = re.compile(rf"(?P<name>\w+)=(?P<value>{_VALUE})")
_OR = re.compile(r"\|(?![^(]*\))")
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_RANGE = re.compile(rf"(?P<low>{_NUMBER}?)\.\.(?P<high>{_NUMBER})(?P<log>/log)?")


@dataclass(frozen=True)
class Range:
    """Numbers from ``low`` to ``high``, both included; integers if ``whole``; on a logarithmic scale if ``log``."""

    low: float
    high: float
    whole: bool
    log: bool

    def sample(self, number: int) -> float:
        """Return ``low`` for even numbers, ``high`` for odd ones."""
        return (self.low, self.high)[number % 2]

    def text(self, value: float) -> str:
        """Write a value of the range as in a spec."""
        return str(int(value)) if self.whole else f"{value:.6g}"


@dataclass(frozen=True)
class Choice:
    """One of several words."""

    words: tuple[str, ...]

    def sample(self, number: int) -> str:
        """Return the words in turn, by number."""
        return self.words[number % len(self.words)]

    def text(self, value: str) -> str:
        """Write a word as in a spec."""
        return value


class SpecSpace:
    """The specs that a text with open values stands for.

    Args:
        text: the text.
        reals: parameters that are real numbers even where both ends of their range are integers.

    Attributes:
        text: the text as given.
        parameters: the possible values of each open parameter, by name.

    Raises:
        ValueError: nothing is open, a range is invalid, or a parameter is given twice.
    """

    def __init__(self, text: str, reals: Collection[str] = ()) -> None:
        self.text = text
        self.parameters: dict[str, Range | Choice] = {}
        given: dict[str, str] = {}
        for found in _PARAMETER.finditer(text):
            name, value = found["name"], read_values(found["value"], found["name"] in reals)
            before = given.setdefault(name, found["value"])
            if name in self.parameters or (value is not None and before != found["value"]):
                both = f"as {before} and as {found['value']}"
                raise ValueError(f"parameter {quoted(name)} is given twice in {quoted(text)}, {both}")
            if value is not None:
                self.parameters[name] = value
        if not self.parameters:
            raise ValueError(f"nothing is left open in {quoted(text)}: write parameter=low..high or parameter=one|two")

    def extremes(self) -> list[str]:
        """List specs that together contain both ends of every range, and every word.

        Neighbouring ranges stand at opposite ends, since weights, for example, may not all be 0.
        """
        most = max(len(kind.words) if isinstance(kind, Choice) else 2 for kind in self.parameters.values())
        return [
            self.spec({name: kind.sample(turn + place) for place, (name, kind) in enumerate(self.parameters.items())})
            for turn in range(most)
        ]

    def defaults(self) -> str | None:
        """Write the spec with the agent's defaults for the open parameters; None if they do not stand in commas."""
        opened = "|".join(map(re.escape, self.parameters))
        closed, left_out = re.subn(rf"(?<=[:,])(?:{opened})={_VALUE}(?=,|$)", "", self.text)
        if left_out < len(self.parameters):
            return None
        return re.sub(",+", ",", closed).replace(":,", ":").rstrip(",:")

    def spec(self, values: Mapping[str, float | str]) -> str:
        """Write the spec with these values of the open parameters."""

        def fill(found: re.Match[str]) -> str:
            name = found["name"]
            if name not in self.parameters:
                return found[0]
            kind, value = self.parameters[name], values[name]
            return f"{name}={kind.text(value)}"  # pyright: ignore[reportArgumentType] - by construction of its kind

        return _PARAMETER.sub(fill, self.text)


def read_values(text: str, real: bool = False) -> Range | Choice | None:
    """Read the possible values of an open parameter, ``real`` numbers or not; None if the text is an ordinary value.

    Raises:
        ValueError: an invalid range.
    """
    words = tuple(_OR.split(text))
    if len(words) > 1:
        return Choice(words)
    if ".." not in text or text[0] == "(" or "/" in text.split("..")[0]:  # ".." in a path
        return None
    found = _RANGE.fullmatch(text)
    if found is None or not found["low"]:
        raise ValueError(f"{quoted(text)} is not a range: write low..high, or low..high/log")
    low, high, log = float(found["low"]), float(found["high"]), found["log"] is not None
    if low >= high or (log and low <= 0):
        raise ValueError(f"{quoted(text)} is not a range: low must be below high, and above 0 with /log")
    whole = not real and all(re.fullmatch(r"[-+]?\d+", end) for end in (found["low"], found["high"]))
    return Range(low, high, whole, log)
