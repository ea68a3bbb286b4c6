"""The places of the other seats: clockwise round the table, from the near seat's left.

::

    six seats          2       3       4
                       1               5
                               0
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any, Generic

from cardkit.compiled.protocol import State, mover
from cardkit.compiled.slots import is_empty, legal_of
from cardkit.known import K
from cardkit.render.card_faces import HEIGHT, WIDTH, Hand, card_shapes
from cardkit.render.labels import FAINT, shortened_to, text_width
from cardkit.render.shapes import Shape, Text, placed

NAME_SIZE, DETAIL_SIZE = 14, 13
NAME, DETAIL, CARDS = 14, 38, 50  # from a panel's top to the middles of its lines, and to its cards
SCALES = (0.85, 0.7, 0.58)  # of the cards; the largest that needs no second row
NARROWEST_STEP = 26  # from card to card at full size; the corners stay legible
ROW = 26  # from row to row of the smallest cards
TOP_SPACE, TOP_CENTRE, WIDEST = 900, 480, 430


@dataclass(frozen=True, slots=True)
class Scene(Generic[K]):
    """A picture's content: the known facts, and the viewer's seat.

    Attributes:
        info: what a seat knows; where all cards are shown, what the seat to move knows in the open world.
        near: the seat at the bottom.
    """

    info: K
    near: int

    @classmethod
    def of(cls, kind: type[K], state: State, rules: Any, seat: int | None) -> Scene[K]:
        """Make a seat's scene of a state by these rules; with all cards for None."""
        if seat is not None:
            return cls(kind.observed(state, rules, seat), seat)
        to_move = 0 if is_empty(legal_of(state)) else int(mover(state))
        return cls(kind.observed(state, rules, to_move, open_world=True), 0)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(self.info.rules.num_players)

    @property
    def others(self) -> tuple[int, ...]:
        """The seats beside the near one, clockwise from it."""
        return tuple((self.near + places) % self.seats for places in range(1, self.seats))


@dataclass(frozen=True, slots=True)
class Panel:
    """The place of a seat in a picture: ``x`` is its middle, ``y`` its top; its cards take at most ``rows`` rows."""

    x: float
    y: float
    width: float
    rows: int

    @property
    def name_y(self) -> float:
        """The middle of the line with the seat's name."""
        return self.y + NAME


LEFT, RIGHT = Panel(116, 200, 176, 3), Panel(844, 200, 176, 3)


def panels(count: int) -> list[Panel]:
    """Return the panels of ``count`` other seats, clockwise."""
    if count > 2:
        return [LEFT, *_top_row(count - 2), RIGHT]
    return _top_row(count)


def _top_row(count: int) -> list[Panel]:
    space = TOP_SPACE / count
    width = min(WIDEST, space - 16)
    return [Panel(TOP_CENTRE + (place - (count - 1) / 2) * space, 20, width, 2) for place in range(count)]


def name_in(panel: Panel, player: str) -> str:
    """Return the player's name, cut to the width of the panel."""
    return shortened_to(player, int((panel.width - 2 * NAME_SIZE) / text_width("a", NAME_SIZE)))


def detail_in(panel: Panel, detail: str) -> Shape:
    """Draw the line below a seat's name."""
    size = min(DETAIL_SIZE, panel.width / text_width(detail, 1))
    return Text(panel.x, panel.y + DETAIL, detail, size, FAINT)


def hand_in(panel: Panel, hand: Hand, marked: Container[str | None] = ()) -> list[Shape]:
    """Draw the cards of a seat; those in ``marked`` have a gold edge."""
    shapes: list[Shape] = []
    scale = _scale(len(hand), panel)
    for card, x, y in _places(hand, panel, scale):
        shapes += placed(card_shapes(card, card in marked), x, y, scale)
    return shapes


def _scale(cards: int, panel: Panel) -> float:
    return next((scale for scale in SCALES if cards <= _in_a_row(panel, scale)), SCALES[-1])


def _in_a_row(panel: Panel, scale: float) -> int:
    return 1 + int((panel.width - WIDTH * scale) / (NARROWEST_STEP * scale))


def _places(hand: Hand, panel: Panel, scale: float) -> Iterator[tuple[str | None, float, float]]:
    """Yield each card with its middle, in as few rows as keep their corners legible."""
    width, height = WIDTH * scale, HEIGHT * scale
    rows = max(1, min(panel.rows, ceil(len(hand) / _in_a_row(panel, scale))))
    in_a_row = ceil(len(hand) / rows)
    step = min(width + 4, (panel.width - width) / max(1, in_a_row - 1))
    for place, card in enumerate(hand):
        row, column = divmod(place, in_a_row)
        cards = min(in_a_row, len(hand) - row * in_a_row)
        x = panel.x + (column - (cards - 1) / 2) * step
        yield card, x, panel.y + CARDS + height / 2 + row * ROW
