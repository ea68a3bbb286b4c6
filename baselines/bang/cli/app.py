"""The program ``bang``."""

from __future__ import annotations

from baselines.bang.cli.bench import add_bench
from baselines.bang.cli.options import variant
from cardkit.commands import app as commands

TEXT = """Bang! for four to seven players: agents that play it, and how often their teams win.

An agent plays a team: the law, the Outlaws or the Renegade, as the deal draws them. Try
`bang match rai rair --players 5 --games 1000 --seed 1`.
"""

app = commands.app("bang", variant, TEXT)
add_bench(app)
