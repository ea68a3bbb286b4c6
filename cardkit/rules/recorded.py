"""Fields of a game's record from the rules that it declares: their types, filling them, reading them back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardkit.rules.declared import declared_rules

if TYPE_CHECKING:
    import numpy as np

    from cardkit.compiled.records import Record


def record_fields(rules: type, only: Sequence[str] = (), without: Sequence[str] = ()) -> list[tuple[str, str]]:
    """List the fields of a record that hold rules: all of them, ``only`` some, or all ``without`` some."""
    return [
        (one.place, one.record)
        for name, one in declared_rules(rules).items()
        if one.record is not None and name not in without and (not only or name in only)
    ]


def fill_rules(states: np.ndarray, rules: Any) -> None:
    """Write the rules into the fields that an array of records has for them."""
    for name, one in declared_rules(type(rules)).items():
        if one.record is not None and one.place in (states.dtype.names or ()):
            states[one.place] = one.number(getattr(rules, name))


def recorded_rules(rules: type, record: Record) -> dict[str, Any]:
    """Read the rules that a record holds; the inverse of `fill_rules`."""
    return {
        name: one.value(int(record[one.place]))
        for name, one in declared_rules(rules).items()
        if one.record is not None and one.place in record.dtype.names
    }
