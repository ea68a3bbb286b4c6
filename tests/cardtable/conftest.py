"""A server of the kit's test game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.herding_table import HERDING
from tests.support.table_server import BRISK, serving


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Serve a table of Herding."""
    with serving(HERDING, pace=BRISK) as address:
        yield address
