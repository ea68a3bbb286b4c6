"""The command line ``durak``: the kit's commands bound to Durak, and commands that only Durak has.

Each other module of `baselines.durak.cli` holds a command, or what Durak adds to one of `cardkit.commands`.
"""

from __future__ import annotations

from baselines.durak.cli.compile import compile_all
from baselines.durak.cli.examine import add_examine
from baselines.durak.cli.exploitability import exploitability
from baselines.durak.cli.label import label
from baselines.durak.cli.match import TEXT as MATCH
from baselines.durak.cli.match import DurakMatchOptions, lineup
from baselines.durak.cli.options import PROGRAM, rules, variant
from baselines.durak.cli.play import TEXT as PLAY
from baselines.durak.cli.play import DurakPlayOptions, opponents
from baselines.durak.cli.reproduce import TEXT as REPRODUCE
from baselines.durak.cli.reproduce import document
from baselines.durak.cli.solve import solve
from baselines.durak.cli.tablebase import tablebase
from baselines.durak.cli.tournament import HELPS as TOURNAMENT_HELPS
from baselines.durak.cli.tournament import TEXT as TOURNAMENT
from baselines.durak.cli.tournament import DurakTournamentOptions
from baselines.durak.cli.train import train
from baselines.durak.endgames.command import endgames
from baselines.durak.puzzles.command import puzzles
from cardkit.bench.command import bench
from cardkit.benchmark.command import benchmark, text, verify
from cardkit.commands.agents import agents
from cardkit.commands.app import NO_TEXT, Program
from cardkit.commands.composition import LEARN, MACHINE, MEASURE, late
from cardkit.commands.match import Watch, match
from cardkit.commands.outputs import Outputs
from cardkit.commands.play import play
from cardkit.commands.replay import replay
from cardkit.commands.tournament import tournament
from cardkit.commands.tune import Against, Aim, Purpose, tune
from cardkit.export.command import export
from cardkit.lab.command import reproduce
from cardtable.commands.table import table

TEXT = """Durak for two to six players: agents that play it, and how strong they are.

Try `durak match greedy random --games 1000 --seed 1`, and `durak match --help` for more.
"""
BENCHMARK = text(
    "Tracks: A is Durak for two with 36 cards, B small games that are solved exactly, C Durak for four. D and E are "
    "those of `oh-hell benchmark` and `bang benchmark`.",
    "{program} benchmark greedy --track A",
)
REPLAY = """Print recorded games ply by ply: hands, table and talon.

A game is shown as one of the seats saw it: a card that the seat did not know is written as ??.

Example: durak match smart greedy --games 2 --log games.txt, then durak replay games.txt --game 1 --show-hidden
"""
REPLAY_HELPS = {
    "file": "Game records, as `--log` of `durak match` and `durak play` writes them.",
}
TUNE = f"""{tune.__doc__ or NO_TEXT}
Example: durak tune "mcts:c=0.3..2.0,limit=30" --against greedy --trials 30 --games 200 --store tune.db
"""


def purpose(against: Against = ["greedy"], aim: Aim = "share") -> Purpose:  # noqa: B006 - Typer copies it
    """Return the aim of tuning."""
    return Purpose(against, aim)


app = Program(PROGRAM, variant, TEXT)
app.add(play, PLAY, agents=opponents, options=DurakPlayOptions)
app.add(table, plugin=late("baselines.durak.table.plugin:PLUGIN"))
app.add(match, MATCH, agents=lineup, watch=Watch, options=DurakMatchOptions)
app.add(tournament, TOURNAMENT, TOURNAMENT_HELPS, outputs=Outputs, options=DurakTournamentOptions)
app.add(benchmark, BENCHMARK, tracks=late("baselines.durak.benchmark.tracks:TRACKS"))
app.add(verify, tracks=late("baselines.durak.benchmark.tracks:TRACKS"))
app.add(replay, REPLAY, REPLAY_HELPS)
app.add(agents)
app.add(
    export,
    encoding=late("durak_env.observation.encoding:Encoding"),
    action_values=late("baselines.durak.search.judging:action_values"),
    env_id=lambda: "durak_env/Durak-v0",
)
app.add(bench, paths=late("baselines.durak.bench.durak"))
app.command("compile", rich_help_panel=MACHINE)(compile_all)
app.add(reproduce, REPRODUCE, document=document)
app.add(train, rules=rules)
app.command(rich_help_panel=LEARN)(label)
app.command(rich_help_panel=LEARN)(endgames)
app.command(rich_help_panel=LEARN)(tablebase)
app.command(rich_help_panel=LEARN)(puzzles)
app.command(rich_help_panel=LEARN)(solve)
app.command(rich_help_panel=MEASURE)(exploitability)
app.add(tune, TUNE, purpose=purpose)
add_examine(app)
