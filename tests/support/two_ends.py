"""Test files from both ends of the list at once, so that two workers seldom compile the same game.

What one worker has compiled the others load. Two that are at the same game compile the same code at the same time. A
third worker therefore begins with the kit, which compiles games of its own, and a fourth with Durak's agents.
"""

from __future__ import annotations

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

ORDER = (
    "tests/bang_env/",
    "tests/baselines/bang/",
    "tests/cardkit/",
    "tests/cardtable/",
    "tests/contracts/",
    "tests/docs/",
    "tests/baselines/durak/",
    "tests/durak_env/",
    "tests/baselines/oh_hell/",
    "tests/oh_hell_env/",
)
"""At the ends the folders of one game, in the middle those of several, whose code is compiled by then."""

ONE_BY_ONE = tuple(f"tests/docs/test_{name}.py" for name in ("docs", "examples", "notebooks"))
"""Files whose tests share nothing and take long: all workers end with a part of them, not one with a whole file."""

KIT, DURAK = map(ORDER.index, ("tests/cardkit/", "tests/baselines/durak/"))


def place_of(name: str) -> int:
    """Return the place of a test's folder; a test in no folder of the order comes first."""
    return next((place for place, folder in enumerate(ORDER) if name.startswith(folder)), -1)


class TwoEnds(LoadFileScheduling):
    """A scheduler for four workers: one takes the next file in front, one at the back, two from places between."""

    def _assign_work_unit(self, node: WorkerController) -> None:
        self.workqueue.move_to_end(self._next_of(int(node.gateway.id.removeprefix("gw"))), last=False)
        super()._assign_work_unit(node)

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if nodeid.startswith(ONE_BY_ONE) else super()._split_scope(nodeid)

    def _next_of(self, worker: int) -> str:
        """Return the file that a worker takes next."""
        first, last = next(iter(self.workqueue)), next(reversed(self.workqueue))
        return (first, last, self._first_from(KIT), self._first_from(DURAK))[worker % 4]

    def _first_from(self, place: int) -> str:
        """Return the first file whose folder stands there or later; where none is left, the first of all."""
        return next((file for file in self.workqueue if place_of(file) >= place), next(iter(self.workqueue)))
