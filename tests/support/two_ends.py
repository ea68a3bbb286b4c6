"""Test files from both ends of the list at once, so that two workers seldom compile the same game.

What one worker has compiled the others load. Two that are at the same game compile the same code at the same time.
"""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

ORDER = (
    "tests/bang_env/",
    "tests/baselines/bang/",
    "tests/cardkit/",
    "tests/cardtable/",
    "tests/docs/",
    "tests/contracts/",
    "tests/baselines/durak/",
    "tests/durak_env/",
    "tests/baselines/oh_hell/",
    "tests/oh_hell_env/",
)
"""At the ends the folders of one game, in the middle those of several, whose code is compiled by then."""


def place_of(item: pytest.Item) -> int:
    """Where a test's folder stands; what is in no folder of the order comes first."""
    return next((place for place, folder in enumerate(ORDER) if item.nodeid.startswith(folder)), -1)


class TwoEnds(LoadFileScheduling):
    """Workers of even number take the next file from the front, the others from the back."""

    def _assign_work_unit(self, node: WorkerController) -> None:
        if int(node.gateway.id.removeprefix("gw")) % 2:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)
