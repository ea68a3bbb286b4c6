"""``durak reproduce``: the experiments of the thesis, and of the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.commands.app import Program
from cardkit.lab.command import reproduce

if TYPE_CHECKING:
    from cardkit.lab.document import Document

TEXT = """Run the experiments of the thesis, and report where their results agree and differ.

Example: {program} reproduce figure-3.5 table-5.2 --quick
"""


def document() -> Document:
    """The thesis."""
    from baselines.durak.lab.catalogue import THESIS

    return THESIS


def add_reproduce(program: Program) -> None:
    """Add the command."""
    program.add(reproduce, TEXT, document=document)
