"""Paints the same shapes as SVG text or as pixels; pixels need pygame-ce, from the extra ``render``."""

from __future__ import annotations

import os
from collections.abc import Iterable
from math import cos, pi, sin
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from cardkit.render.shapes import CAP_HALF, Polygon, Rect, Shape, Text

FONTS = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"
FINER = 2  # oversampling in both directions, averaged for smooth edges


def paint_svg(shapes: Iterable[Shape], width: int, height: int) -> str:
    """Write the shapes as an SVG document."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<g font-family="{FONTS}" font-weight="bold">',
        *map(_svg_element, shapes),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _svg_element(shape: Shape) -> str:
    if isinstance(shape, Polygon):
        points = " ".join(f"{x:.5g},{y:.5g}" for x, y in shape.points)
        return f'<polygon points="{points}" fill="{shape.fill}"/>'
    if isinstance(shape, Rect):
        line = f' stroke="{shape.line}" stroke-width="{shape.line_width:.5g}"' if shape.line else ""
        left, top = shape.x - shape.width / 2, shape.y - shape.height / 2
        place = f'x="{left:.5g}" y="{top:.5g}" width="{shape.width:.5g}" height="{shape.height:.5g}"'
        return f'<rect {place} rx="{shape.radius:.5g}" fill="{shape.fill}"{line}/>'
    turn = f' transform="rotate({90 * shape.turn} {shape.x:.5g} {shape.y:.5g})"' if shape.turn else ""
    place = f'x="{shape.x:.5g}" y="{shape.y + CAP_HALF * shape.size:.5g}" font-size="{shape.size:.5g}"'
    return f'<text {place} text-anchor="{shape.anchor}" fill="{shape.fill}"{turn}>{escape(shape.text)}</text>'


def import_pygame() -> Any:
    """Import the module pygame without its greeting.

    Raises:
        ImportError: pygame-ce is not installed; the message says how to install it.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError as error:
        raise ImportError("drawing pixels needs pygame-ce: pip install '.[render]' in the repository") from error
    return pygame


def paint_pixels(shapes: Iterable[Shape], size: tuple[int, int], width: int, height: int, ground: str) -> np.ndarray:
    """Paint a picture of ``size`` as pixels, as large as fits: uint8 array of shape (height, width, 3).

    The remaining pixels have the colour ``ground``.
    """
    pygame = import_pygame()
    surface = pygame.Surface((FINER * width, FINER * height), depth=32)
    surface.fill(ground)
    scale = FINER * min(width / size[0], height / size[1])
    shift = (FINER * width - scale * size[0]) / 2, (FINER * height - scale * size[1]) / 2
    brush = _Brush(pygame, surface, scale, shift)
    for shape in shapes:
        brush.paint(shape)
    smooth = pygame.transform.smoothscale(surface, (width, height))
    return np.ascontiguousarray(pygame.surfarray.array3d(smooth).swapaxes(0, 1))


class _Brush:
    """A brush that paints shapes on a pygame surface, scaled and shifted."""

    def __init__(self, pygame: Any, surface: Any, scale: float, shift: tuple[float, float]) -> None:
        pygame.font.init()
        self.pygame = pygame
        self.surface = surface
        self.scale = scale
        self.shift = shift
        self.fonts: dict[int, Any] = {}

    def paint(self, shape: Shape) -> None:
        if isinstance(shape, Polygon):
            self.pygame.draw.polygon(self.surface, shape.fill, [self._at(x, y) for x, y in shape.points])
        elif isinstance(shape, Rect):
            self._paint_rect(shape)
        else:
            self._paint_text(shape)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * self.scale + self.shift[0], y * self.scale + self.shift[1]

    def _paint_rect(self, rect: Rect) -> None:
        """Paint the outline, half outside and half inside, as a larger rectangle behind a smaller one."""
        half_line = rect.line_width / 2 if rect.line else 0
        for colour, grown in ((rect.line, half_line), (rect.fill, -half_line)):
            if colour is None:
                continue
            left, top = self._at(rect.x - rect.width / 2 - grown, rect.y - rect.height / 2 - grown)
            right, bottom = self._at(rect.x + rect.width / 2 + grown, rect.y + rect.height / 2 + grown)
            box = self.pygame.Rect(round(left), round(top), round(right) - round(left), round(bottom) - round(top))
            radius = round(max(0, rect.radius + grown) * self.scale) if rect.radius else 0
            self.pygame.draw.rect(self.surface, colour, box, border_radius=radius)

    def _paint_text(self, text: Text) -> None:
        font = self._font(max(1, round(text.size * self.scale)))
        image = font.render(text.text, True, text.fill)
        width, height = image.get_size()
        right = {"start": width / 2, "middle": 0, "end": -width / 2}[text.anchor]
        baseline = CAP_HALF * text.size * self.scale
        down = baseline - font.get_ascent() + height / 2  # from the text's point to the middle of the image
        angle = text.turn * pi / 2
        x, y = self._at(text.x, text.y)
        x, y = x + right * cos(angle) - down * sin(angle), y + right * sin(angle) + down * cos(angle)
        turned = self.pygame.transform.rotate(image, -90 * text.turn)
        self.surface.blit(turned, (round(x - turned.get_width() / 2), round(y - turned.get_height() / 2)))

    def _font(self, pixels: int) -> Any:
        """Return the built-in bold font; an em is ``pixels`` high."""
        if pixels not in self.fonts:
            self.fonts[pixels] = self.pygame.font.Font(None, round(pixels / 0.6875))  # pygame scales this font down
        return self.fonts[pixels]
