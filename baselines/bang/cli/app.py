"""The program ``bang``."""

from __future__ import annotations

from baselines.bang.cli.benchmark import TEXT as BENCHMARK
from baselines.bang.cli.examine import TEXT as EXAMINE
from baselines.bang.cli.learn import learn
from baselines.bang.cli.options import rules, variant, variant_with_a_person
from baselines.bang.cli.play import BangPlayOptions
from baselines.bang.cli.train import train
from cardkit.bench.command import bench
from cardkit.benchmark.command import benchmark, verify
from cardkit.commands import app as commands
from cardkit.commands.composition import late
from cardkit.export.command import export
from cardkit.lab.command import reproduce
from cardtable.commands.examine import add_examine
from cardtable.commands.table import table

TEXT = """Bang! for four to seven players: agents that play it, and how often their teams win.

An agent plays a team: the law, the Outlaws or the Renegade, as the deal draws them. Try
`bang match rai rair --players 5 --games 1000 --seed 1`.
"""
REPRODUCE = """Run the experiments of the thesis on Bang!, and report where their results agree and differ.

Example: {program} reproduce table-8.1 table-8.6 --quick
"""

app = commands.app("bang", variant, TEXT, talk=BangPlayOptions, talked=variant_with_a_person)
app.add(table, plugin=late("baselines.bang.table.plugin:PLUGIN"))
app.add(benchmark, BENCHMARK, tracks=late("baselines.bang.benchmark.tracks:TRACKS"))
app.add(verify, tracks=late("baselines.bang.benchmark.tracks:TRACKS"))
app.add(
    export,
    encoding=late("bang_env.observation.encoding:Encoding"),
    action_values=late("cardkit.export.judging:search_values"),
    env_id=lambda: "bang_env/Bang-v0",
)
app.add(bench, paths=late("baselines.bang.bench"))
app.add(train)
app.add(learn, rules=rules)
add_examine(app, EXAMINE, late("baselines.bang.table.plugin:PLUGIN"))
app.add(reproduce, REPRODUCE, document=late("baselines.bang.lab.document:THESIS"))
