"""The program ``bang``."""

from __future__ import annotations

from baselines.bang.cli.options import variant
from baselines.bang.cli.play import BangPlayOptions
from baselines.bang.cli.reproduce import add_reproduce
from baselines.bang.cli.table import add_table
from baselines.bang.cli.train import add_train
from cardkit.bench.command import Paths, bench
from cardkit.commands import app as commands
from cardkit.export.command import add_export

TEXT = """Bang! for four to seven players: agents that play it, and how often their teams win.

An agent plays a team: the law, the Outlaws or the Renegade, as the deal draws them. Try
`bang match rai rair --players 5 --games 1000 --seed 1`.
"""


def paths() -> Paths:
    """What ``bench`` measures."""
    from baselines.bang.bench import rows, search_rows

    return Paths(rows, search_rows)


app = commands.app("bang", variant, TEXT, talk=BangPlayOptions)
add_table(app)
add_export(app, "bang_env.observation.encoding:Encoding")
app.add(bench, paths=paths)
add_train(app)
add_reproduce(app)
