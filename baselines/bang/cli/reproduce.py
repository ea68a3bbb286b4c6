"""``bang reproduce``: the experiments of the thesis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.commands.app import Program
from cardkit.lab.command import reproduce

if TYPE_CHECKING:
    from cardkit.lab.document import Document

TEXT = """Run the experiments of the thesis on Bang!, and report where their results agree and differ.

Example: {program} reproduce table-8.1 table-8.6 --quick
"""


def document() -> Document:
    """The thesis."""
    from baselines.bang.lab.document import THESIS

    return THESIS


def add_reproduce(program: Program) -> None:
    """Add the command."""
    program.add(reproduce, TEXT, document=document)
