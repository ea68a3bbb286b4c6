"""The program ``oh-hell``."""

from __future__ import annotations

from baselines.oh_hell.cli.benchmark import TEXT as BENCHMARK
from baselines.oh_hell.cli.examine import TEXT as EXAMINE
from baselines.oh_hell.cli.options import rules, variant
from baselines.oh_hell.cli.play import OhHellPlayOptions
from baselines.oh_hell.cli.solve import TEXT as SOLVE
from baselines.oh_hell.cli.solve import solvable
from baselines.oh_hell.cli.train import train
from baselines.oh_hell.cli.tune import TEXT as TUNE
from baselines.oh_hell.cli.tune import purpose
from cardkit.bench.command import bench
from cardkit.benchmark.command import benchmark, verify
from cardkit.commands import app as commands
from cardkit.commands.composition import late
from cardkit.commands.tune import tune
from cardkit.export.command import export
from cardkit.lab.command import reproduce
from cardkit.solving.command import solve
from cardtable.commands.examine import add_examine
from cardtable.commands.table import table

TEXT = """Oh Hell! for two to seven players: agents that play it, and how many points they make.

Try `oh-hell match informed:version=2 random --games 1000 --seed 1`: one agent alone against another in all other seats.
"""
REPRODUCE = """Run the experiments of the dissertation on Oh Hell!, and report where their results agree and differ.

Example: {program} reproduce figures-5.4-5.5 schedule --quick
"""

app = commands.app("oh-hell", variant, TEXT, talk=OhHellPlayOptions)
app.add(table, plugin=late("baselines.oh_hell.table.plugin:PLUGIN"))
app.add(benchmark, BENCHMARK, tracks=late("baselines.oh_hell.benchmark.tracks:TRACKS"))
app.add(verify, tracks=late("baselines.oh_hell.benchmark.tracks:TRACKS"))
app.add(
    export,
    encoding=late("oh_hell_env.observation.encoding:Encoding"),
    action_values=late("cardkit.export.judging:search_values"),
    env_id=lambda: "oh_hell_env/OhHell-v0",
)
app.add(bench, paths=late("baselines.oh_hell.bench"))
app.add(solve, SOLVE, solvable=solvable)
app.add(train, rules=rules)
app.add(tune, TUNE, purpose=purpose)
add_examine(app, EXAMINE, late("baselines.oh_hell.table.plugin:PLUGIN"))
app.add(reproduce, REPRODUCE, document=late("baselines.oh_hell.lab.document:DISSERTATION"))
