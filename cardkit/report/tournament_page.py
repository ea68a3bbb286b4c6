"""A tournament as an HTML page and as a heat map."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cardkit.render.plots import plot
from cardkit.report.signs import drawn
from cardkit.report.text_table import TextTable
from cardkit.report.tournament_tables import Standings

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; color: #222 }
h2 { font-size: 1.1em; margin: 2em 0 .5em } table { border-collapse: collapse; font-variant-numeric: tabular-nums }
table { display: block; overflow-x: auto }
th, td { padding: .3em .8em; border-bottom: 1px solid #ddd; white-space: nowrap }
th { border-bottom: 2px solid #888 } .name { text-align: left } .figure { text-align: right }
p { color: #555; max-width: 50em }
"""
_CELL_INCHES = 0.85


def page(tables: Sequence[TextTable]) -> str:
    """Write tables as one self-contained HTML page."""
    body = "\n".join(table.html() for table in tables)
    metas = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">'
    head = f"{metas}\n<title>Tournament</title>\n<style>{_STYLE}</style>"
    return f'<!doctype html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'


def draw_heat_map(standings: Standings, file: Path) -> None:
    """Draw the crosstable with the best agent first; blue above one half, red below.

    Raises:
        ImportError: matplotlib is not installed.
    """
    names = [drawn(standings.result.names[agent]) for agent in standings.order]
    scores = standings.result.scores[np.ix_(standings.order, standings.order)].copy()
    np.fill_diagonal(scores, np.nan)
    side = _CELL_INCHES * len(names)
    margin = 0.6 + 0.085 * max(map(len, names))
    with plot(file, side + margin + 1.4, side + margin + 0.8) as figure:
        axes = figure.subplots()
        axes.grid(visible=False)
        axes.set_facecolor("0.9")  # marks missing matches; must not look like one half
        image = axes.imshow(scores, cmap="RdBu", vmin=0, vmax=1)
        for (row, column), score in np.ndenumerate(scores):
            if not np.isnan(score):
                dark = abs(score - 0.5) > 0.38
                text = standings.score_text(standings.order[row], standings.order[column]).replace(" ", "\n")
                axes.text(column, row, text, ha="center", va="center", color="white" if dark else "black", fontsize=9)
        axes.set_xticks(range(len(names)), names, rotation=45, ha="right", rotation_mode="anchor")
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel("against")
        axes.set_ylabel("score of")
        axes.set_title(_two_lines(drawn(standings.title)), fontsize=10)
        told = f"score, ± half of its {standings.level} interval"
        figure.colorbar(image, ax=axes, label=told, shrink=0.9)


def _two_lines(title: str) -> str:
    first, second = title.split(", seed ", 1)
    return f"{first}\nseed {second}"
