"""The tables of the pages that follow from code alone: the pieces of observations.

``python -m tests.support.page_tables`` writes all of them anew.
"""

from __future__ import annotations

from pathlib import Path

from cardkit.pieces import ENCODINGS
from cardkit.report.page_section import write_section
from durak_env import Encoding, Rules

PAGE = Path(__file__).parents[2] / "docs" / "durak" / "environment.md"
LARGER = Rules(num_players=4, transfer=True, passport=True)
TABLES = {f"pieces of {name}": Encoding(Rules(), name) for name in ENCODINGS}
TABLES["pieces at a larger table"] = Encoding(LARGER)
"""The encodings whose tables the page shows, by the marks of their sections."""


if __name__ == "__main__":
    for owner, encoding in TABLES.items():
        write_section(PAGE, owner, encoding.table())
