"""Plots of results, in one style. As SVG they are sharp at any size, and take the colours of a dark page."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardkit.files import replacing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK = "#24292f"
"""The colour of text and axes; in an SVG it stands for that of the page."""
_INK_ON_DARK = "#d0d7de"
# The first six differ in lightness too.
_COLOURS = "#1f77c9", "#e07b00", "#2a9d6f", "#c9405b", "#8a63c4", "#8c7a5b", "#3fa7c4", "#a8a02c"
_STYLE: dict[str, Any] = {
    **dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), INK),
    **dict.fromkeys(("axes.spines.top", "axes.spines.right", "legend.frameon"), False),
    **dict.fromkeys(("axes.grid", "axes.axisbelow"), True),
    "grid.color": "#808080",
    "grid.alpha": 0.25,
    "lines.markersize": 4.5,
    "errorbar.capsize": 3,
    "legend.fontsize": "small",
    "figure.titlesize": "medium",
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "results",  # the same picture is the same file
}
_THEMES = f"<style>svg{{color:{INK}}}@media(prefers-color-scheme:dark){{svg{{color:{_INK_ON_DARK}}}}}</style>"


@contextmanager
def plot(path: str | Path, width: float, height: float) -> Iterator[Figure]:
    """Give a figure of so many inches to draw on, and write it to a file once it is drawn.

    Args:
        path: of the file, whose ending names its format; PNG without one. Its folder is made.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: there is no such format.
    """
    from cycler import cycler
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    path = Path(path)
    kind = path.suffix[1:].lower() or "png"
    style: Any = _STYLE | {"axes.prop_cycle": cycler(color=_COLOURS)}
    with rc_context(style):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as new:
            if kind == "svg":
                new.write_text(_svg(figure), encoding="utf-8")
            else:
                figure.savefig(new, format=kind, dpi=200, metadata={"Software": None} if kind == "png" else None)


def _svg(figure: Figure) -> str:
    """Write a figure as SVG whose ink is light where the reader's pages are dark."""
    written = io.StringIO()
    figure.savefig(written, format="svg", transparent=True, metadata={"Date": None})
    head, svg, body = written.getvalue().partition("<svg ")
    tag, end, drawn = body.partition(">")
    return f"{head}{svg}{tag}{end}{_THEMES}{drawn.replace(INK, 'currentColor')}"


def label_ends(axes: Any, apart: float = 12) -> None:
    """Write the name of each line beside its end, in its colour, in place of a legend.

    Args:
        axes: whose lines have labels.
        apart: the least distance of two names in points, each a 72nd of an inch.
    """
    ends = sorted((line.get_ydata()[-1], line) for line in axes.get_lines() if not line.get_label().startswith("_"))
    to_points = 72 / axes.figure.dpi
    lowest = -float("inf")
    for value, line in ends:
        end = float(line.get_xdata()[-1]), float(value)
        height = float(axes.transData.transform(end)[1]) * to_points
        lift = max(0.0, lowest + apart - height)
        lowest = height + lift
        axes.annotate(
            line.get_label(), end, (8, lift), textcoords="offset points", va="center", color=line.get_color(),
            fontsize="small", annotation_clip=False,
        )  # fmt: skip
