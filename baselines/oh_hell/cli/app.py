"""The program ``oh-hell``."""

from __future__ import annotations

from baselines.oh_hell.cli.play import OhHellPlayOptions
from baselines.oh_hell.cli.solve import TEXT as SOLVE
from baselines.oh_hell.cli.solve import solvable
from baselines.oh_hell.cli.train import train
from cardkit.bench.command import bench
from cardkit.benchmark.command import benchmark, text, verify
from cardkit.commands import app as commands
from cardkit.commands.app import NO_TEXT
from cardkit.commands.composition import late
from cardkit.commands.rule_options import rule_options, variant_options
from cardkit.commands.tune import Against, Aim, Purpose, tune
from cardkit.export.command import export
from cardkit.lab.command import reproduce
from cardkit.solving.command import solve
from cardtable.commands.examine import add_examine
from cardtable.commands.table import table
from oh_hell_env.rules import Rules

TEXT = """Oh Hell! for two to seven players: agents that play it, and how many points they make.

Try `oh-hell match informed:version=2 random --games 1000 --seed 1`: one agent alone against another in all other seats.
"""
BENCHMARK = text(
    "The only track here is D, rounds of 13 to 1 for four. The others are those of `durak benchmark` and `bang "
    "benchmark`.",
    "{program} benchmark learned --track D",
)
EXAMINE = """Find the mistakes of recorded games: what was bid or played, what was better, and what it cost.

An agent judges each ply that was a choice, from what the seat to move knew. Its values are the expected points of the
round, scaled so that 0 % is the fewest possible and 100 % the most. A mistake is listed only if its cost is certain:
the 95 % interval of the cost excludes zero. `?` costs less than 20 %, `??` 20 % or more.

The findings are those of **Find mistakes** on the page of `oh-hell table FILE`. A game takes seconds to minutes, by the
agent.

Example: oh-hell match random informed --games 4 --log games.txt, then oh-hell examine game games.txt --game 1
"""
REPRODUCE = """Run the experiments of the dissertation on Oh Hell!, and report where their results agree and differ.

Example: {program} reproduce figures-5.4-5.5 schedule --quick
"""
TUNE = f"""{tune.__doc__ or NO_TEXT}
Example: oh-hell tune "informed:version=3,threshold=0.3..0.9,weight_5=0..1,weight_6=0..1" --trials 120 --games 2000
"""


def purpose(against: Against = ["informed:version=2"], aim: Aim = "lead") -> Purpose:  # noqa: B006 - Typer copies it
    """Return the aim of tuning."""
    return Purpose(against, aim)


rules = rule_options(Rules)
"""The rules that the options choose."""
variant = variant_options(rules, "oh_hell_env.oh_hell:OhHell")
"""The variant that the options choose: the world and the rules."""
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
