"""The program ``bang``."""

from __future__ import annotations

from baselines.bang.cli.learn import learn
from baselines.bang.cli.options import rules, variant, variant_with_a_person
from baselines.bang.cli.play import BangPlayOptions
from baselines.bang.cli.train import train
from cardkit.bench.command import bench
from cardkit.benchmark.command import benchmark, text, verify
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
BENCHMARK = text(
    "The only track here is E, five players by party: the law, the Outlaws and the Renegade. The others are those of "
    "`durak benchmark` and `oh-hell benchmark`.",
    "{program} benchmark learned --track E",
)
EXAMINE = """Find the mistakes of recorded games: what was played, what was better, and what it cost.

An agent judges each ply that was a choice, from what the seat to move knew. Its values are mean scores of its search,
100 % a win of the team. A mistake is listed only if its cost is certain: the 95 % interval of the cost excludes zero.
`?` costs less than 20 %, `??` 20 % or more.

The findings are those of **Find mistakes** on the page of `{program} table FILE`. A game takes a minute or more, by the
agent.

Example: {program} match random rai --games 3 --log games.txt, then {program} examine game games.txt --game 1
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
