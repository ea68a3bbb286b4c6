"""``durak reproduce``: the experiments of the thesis, and with ``--paper`` those of the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cardkit.lab.document import Document

TEXT = """Run the experiments of the thesis, or of the paper, and report where their results agree and differ.

Example: {program} reproduce figure-3.5 table-5.2 --quick
"""


def document(
    paper: Annotated[
        bool, typer.Option("--paper", help="The experiments of the paper on Durak for four, in place of the thesis'.")
    ] = False,
) -> Document:
    """Return the document that the option chooses."""
    if paper:
        from baselines.durak.lab.paper.catalogue import PAPER

        return PAPER
    from baselines.durak.lab.catalogue import THESIS

    return THESIS
