"""The command line ``durak``: the kit's commands bound to Durak, and commands that only Durak has.

Each module of `baselines.durak.cli` holds a command, or what Durak adds to one of `cardkit.commands`.
"""

from __future__ import annotations

from baselines.durak.cli.compile import compile_all
from baselines.durak.cli.examine import add_examine
from baselines.durak.cli.exploitability import exploitability
from baselines.durak.cli.label import label
from baselines.durak.cli.match import add_match
from baselines.durak.cli.options import PROGRAM, rules, variant
from baselines.durak.cli.play import add_play
from baselines.durak.cli.replay import add_replay
from baselines.durak.cli.reproduce import add_reproduce
from baselines.durak.cli.solve import solve
from baselines.durak.cli.tablebase import tablebase
from baselines.durak.cli.tournament import add_tournament
from baselines.durak.cli.train import train
from baselines.durak.cli.tune import add_tune
from cardkit.bench.command import bench
from cardkit.commands.agents import agents
from cardkit.commands.app import Program
from cardkit.commands.composition import late
from cardkit.export.command import export
from cardtable.commands.table import table

TEXT = """Durak for two to six players: agents that play it, and how strong they are.

Try `durak match greedy random --games 1000 --seed 1`, and `durak match --help` for more.
"""

app = Program(PROGRAM, variant, TEXT)
add_play(app)
app.add(table, plugin=late("baselines.durak.table.plugin:PLUGIN"))
add_match(app)
add_tournament(app)
add_replay(app)
app.add(agents)
app.add(
    export,
    encoding=late("durak_env.observation.encoding:Encoding"),
    action_values=late("baselines.durak.search.judging:action_values"),
)
app.add(bench, paths=late("baselines.durak.bench.durak"))
app.command("compile")(compile_all)
add_reproduce(app)
app.add(train, rules=rules)
app.command()(label)
app.command()(tablebase)
app.command()(solve)
app.command()(exploitability)
add_tune(app)
add_examine(app)
