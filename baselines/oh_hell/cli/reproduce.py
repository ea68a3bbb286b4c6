"""``oh-hell reproduce``: the experiments of the dissertation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.commands.app import Program
from cardkit.lab.command import reproduce

if TYPE_CHECKING:
    from cardkit.lab.document import Document

TEXT = """Run the experiments of the dissertation on Oh Hell!, and report where their results agree and differ.

Example: {program} reproduce figures-5.4-5.5 schedule --quick
"""


def document() -> Document:
    """The dissertation."""
    from baselines.oh_hell.lab.document import DISSERTATION

    return DISSERTATION


def add_reproduce(program: Program) -> None:
    """Add the command."""
    program.add(reproduce, TEXT, document=document)
