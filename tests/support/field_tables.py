"""Tables of the fields of a question to a program: of each game, from the docstrings of its information set."""

from __future__ import annotations

from collections.abc import Mapping

from bang_env.core.records import Phase
from bang_env.information import InformationSet as BangInformation
from cardkit.known import Known, fields
from durak_env.information import InformationSet as DurakInformation
from oh_hell_env.information import InformationSet as OhHellInformation
from tests.support.derived_tables import table

PLIES = "seat and action of every ply since the deal"
DURAK = {
    "seat": "the own seat",
    "phase": "`attack`, `defence`, `throw-in` or `throw-in after take`",
    "plies": f"{PLIES}; in vector environments it may be empty",
    "legal": "the legal actions, at least two in a match: cards such as `7c`, then `take` or `done`, then `>c` and the "
    "like, then `show`",
}
OH_HELL = {
    "seat": "the own seat",
    "phase": "`bid` or `play`",
    "plies": PLIES,
    "legal": "the legal actions: bids such as `b3`, cards such as `Th`",
}
BANG = {
    "seat": "the own seat",
    "phase": ", ".join(f"`{phase.name.lower()}`" for phase in Phase if phase != Phase.OVER),
    "plies": f"{PLIES}; `left`: the seat has left; `back`: another seat puts a card back",
    "legal": "the legal actions, as the reference writes them",
}
"""The meaning of those fields of a question that no property of an information set explains."""


def fields_table(kind: type[Known], names: Mapping[str, str], further: Mapping[str, str]) -> str:
    """Write fields, each by the property that it tells, and further ones with their meanings."""
    told = {**{name: _meaning_of(getattr(kind, one)) for name, one in names.items()}, **further}
    return table(("field", "meaning"), ((f"`{name}`", meaning) for name, meaning in told.items()))


def _meaning_of(told: property) -> str:
    """Return the first paragraph of a property's docstring, as a cell of a table."""
    text = " ".join((told.__doc__ or "").partition("\n\n")[0].split()).removesuffix(".")
    text = text.replace("``", "`").replace("None", "null")
    return text[:1].lower() + text[1:]


TABLES = {
    "fields of durak": lambda: fields_table(DurakInformation, {**DurakInformation.TOLD, **fields("other_hand")}, DURAK),
    "fields at a larger table": lambda: fields_table(
        DurakInformation, {**fields("hands"), **DurakInformation.AT_TABLE}, {}
    ),
    "fields of oh hell": lambda: fields_table(OhHellInformation, OhHellInformation.TOLD, OH_HELL),
    "fields of bang": lambda: fields_table(BangInformation, BangInformation.TOLD, BANG),
}
"""The text of each table of the protocol's page, by the mark of its section."""
