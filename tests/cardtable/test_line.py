"""A game at a table: its plies, and its record."""

from __future__ import annotations

from cardtable.line import Line
from tests.support.herding_table import HERDING

NAMES = ("a", "b", "c")


def written(line: Line, names: tuple[str, ...] = NAMES) -> str:
    """Return the record as the game writes it."""
    return line.game.tell.record_text(line.start_of(len(line)), line.plies, names)


def test_a_record_is_written_once_a_ply() -> None:
    """A record is written once a ply: a kept room asks for it at each change, and writing takes the most time."""
    line = Line(HERDING.view.variant({}, 3, False), 1)
    for _ in range(3):
        line.play(line.information_set(len(line), line.mover(len(line)) or 0).legal_actions[0])
        assert line.record_text(NAMES) == written(line)
        assert line.record_text(list(NAMES)) is line.record_text(NAMES)
    assert line.record_text(NAMES[::-1]) == written(line, NAMES[::-1])
    line.cut(1)
    assert line.record_text(NAMES[::-1]) == written(line, NAMES[::-1])
