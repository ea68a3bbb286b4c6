"""The thesis on Bang! and its experiments."""

from __future__ import annotations

from baselines.bang.lab.tables import TABLES
from cardkit.lab.document import Document

ABOUT = """## The thesis, reproduced

Experiments of M. Daniláková's thesis *Artificial Intelligence for the Bang! Game* (Prague, 2017), tables 8.1 to 8.8.
Its shares are recomputed from the games that it prints. Searches get 400 playouts a ply where it gives them half a
second, and 800 for a second. The weights of its evaluators are not printed, so ours are others. Section 8.3.6, against
the author, is out of reach: it has no figures, and one person. Intervals are of 98 %; deals are their clusters."""

THESIS = Document("thesis", "bang reproduce", "docs/results/bang_thesis.md", ABOUT, TABLES)
