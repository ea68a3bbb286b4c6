"""The program ``oh-hell``."""

from __future__ import annotations

from baselines.oh_hell.cli.examine import add_examine
from baselines.oh_hell.cli.options import variant
from baselines.oh_hell.cli.play import OhHellPlayOptions
from baselines.oh_hell.cli.reproduce import add_reproduce
from baselines.oh_hell.cli.solve import add_solve
from baselines.oh_hell.cli.table import add_table
from baselines.oh_hell.cli.train import add_train
from baselines.oh_hell.cli.tune import add_tune
from cardkit.bench.command import Paths, bench
from cardkit.commands import app as commands
from cardkit.commands.points import PointsMatchOptions, PointsTournamentOptions
from cardkit.export.command import add_export

TEXT = """Oh Hell! for two to seven players: agents that play it, and how many points they make.

Try `oh-hell match informed:version=2 random --games 1000 --seed 1`: one agent alone against another in all other seats.
"""


def paths() -> Paths:
    """What ``bench`` measures."""
    from baselines.oh_hell.bench import rows, search_rows

    return Paths(rows, search_rows)


app = commands.app("oh-hell", variant, TEXT, PointsMatchOptions, PointsTournamentOptions, OhHellPlayOptions)
add_table(app)
add_export(app, "oh_hell_env.observation.encoding:Encoding")
app.add(bench, paths=paths)
add_solve(app)
add_train(app)
add_tune(app)
add_examine(app)
add_reproduce(app)
