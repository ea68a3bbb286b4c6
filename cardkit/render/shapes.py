"""The three shapes that make up pictures, and the suits drawn with them.

Lengths are pixels of a picture at normal size, x to the right, y downwards; colours are ``#rrggbb``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

Point = tuple[float, float]
CAP_HALF = 0.36
"""Half the height of a capital letter, relative to the text size."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with round corners, centred on (x, y); ``line`` is the colour of its outline, None for no outline."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0
    line: str | None = None
    line_width: float = 1


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Text:
    """One line of bold text. Its capitals are centred on ``y``; ``anchor`` says which part of the text is at ``x``.

    ``turn`` counts clockwise quarter turns about the point (x, y).
    """

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "middle"  # start, middle, end
    turn: int = 0


Shape = Rect | Polygon | Text


def placed(shapes: Iterable[Shape], x: float, y: float, scale: float = 1, turn: int = 0) -> list[Shape]:
    """Scale shapes drawn about the origin, turn them clockwise by quarter turns, and move them to (x, y)."""
    return [_placed(shape, x, y, scale, turn % 4) for shape in shapes]


def _placed(shape: Shape, x: float, y: float, scale: float, turn: int) -> Shape:
    if isinstance(shape, Polygon):
        return replace(shape, points=tuple(_moved(point, x, y, scale, turn) for point in shape.points))
    new_x, new_y = _moved((shape.x, shape.y), x, y, scale, turn)
    if isinstance(shape, Text):
        return replace(shape, x=new_x, y=new_y, size=shape.size * scale, turn=(shape.turn + turn) % 4)
    width, height = (shape.height, shape.width) if turn % 2 else (shape.width, shape.height)
    return replace(shape, x=new_x, y=new_y, width=width * scale, height=height * scale, radius=shape.radius * scale)


def _moved(point: Point, x: float, y: float, scale: float, turn: int) -> Point:
    across, down = point[0] * scale, point[1] * scale
    for _ in range(turn):
        across, down = -down, across
    return x + across, y + down


# --- suits, drawn in the square from -1 to 1 --------------------------------------------------------------------------


def suit_shapes(suit: str, fill: str) -> list[Shape]:
    """Draw a suit's symbol, two units high, centred on the origin."""
    return [Polygon(points, fill) for points in _SUITS[suit]]


def _disc(x: float, y: float, radius: float) -> tuple[Point, ...]:
    angles = [2 * pi * step / 20 for step in range(20)]
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def _heart(down: float) -> tuple[Point, ...]:
    """Draw a heart pointing down (``down`` = 1) or up (-1)."""
    points = []
    for step in range(36):
        angle = 2 * pi * step / 36
        height = 13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle)
        points.append((sin(angle) ** 3, -down * (height + 2.5) / 14.6))
    return tuple(points)


def _diamond() -> tuple[Point, ...]:
    """Draw a diamond of four sides that bend inwards slightly."""
    corners = [(0.0, -1.0), (0.76, 0.0), (0.0, 1.0), (-0.76, 0.0)]
    points: list[Point] = []
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        across, along = (x0 + x1) / 2, (y0 + y1) / 2
        pull = 1 - 0.06 / hypot(across, along)
        for part in (0.0, 0.25, 0.5, 0.75):
            bend = 4 * part * (1 - part) * (1 - pull)
            points.append((x0 + part * (x1 - x0) - bend * across, y0 + part * (y1 - y0) - bend * along))
    return tuple(points)


_STEM = ((-0.07, 0.1), (0.07, 0.1), (0.13, 0.6), (0.22, 0.84), (0.36, 1.0), (-0.36, 1.0), (-0.22, 0.84), (-0.13, 0.6))
_SPADE = tuple((0.9 * x, 0.86 * y - 0.14) for x, y in _heart(-1))
_SUITS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "c": (_disc(0, -0.53, 0.46), _disc(-0.5, 0.2, 0.46), _disc(0.5, 0.2, 0.46), _disc(0, -0.05, 0.25), _STEM),
    "d": (_diamond(),),
    "h": (_heart(1),),
    "s": (_SPADE, _STEM),
}
