"""The tables of the pages that follow from code alone: observations, rules, agents, the functions of a game.

``python -m tests.support.page_tables`` writes all of them anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import durak_env
import oh_hell_env
from bang_env.bang import Bang
from cardkit.pieces import ENCODINGS
from cardkit.report.page_section import write_section
from durak_env import Encoding, Rules
from durak_env.durak import Durak
from oh_hell_env.oh_hell import OhHell
from tests.support import benchmark_tables, command_tables, field_tables
from tests.support.bang.page_tables import TABLES as TABLES_OF_BANG
from tests.support.derived_tables import agents_table, functions_table, helpers_table, parameters_table, rules_table

DOCS = Path(__file__).parents[2] / "docs"
LARGER = Rules(num_players=4, transfer=True, passport=True)
OBSERVED = {f"pieces of {name}": Encoding(Rules(), name) for name in ENCODINGS}
OBSERVED["pieces at a larger table"] = Encoding(LARGER)
"""The encodings whose tables the page of Durak's environment shows, by the marks of their sections."""

FOR_MORE = ("num_players", "throw_in", "first_discard_limit", "transfer", "passport", "num_teams")
"""The rules that the page of Durak for two to six describes."""
FOR_TWO = tuple(name for name in Rules.__dataclass_fields__ if name not in FOR_MORE)
TABLES: dict[tuple[str, str], Callable[[], str]] = {
    **{("durak/environment.md", name): encoding.table for name, encoding in OBSERVED.items()},
    ("durak/rules.md", "rules"): lambda: rules_table(durak_env.Rules, FOR_TWO),
    ("durak/many_seats.md", "rules"): lambda: rules_table(durak_env.Rules, FOR_MORE),
    ("oh_hell/rules.md", "rules"): lambda: rules_table(oh_hell_env.Rules),
    ("kit/add_a_game.md", "functions"): functions_table,
    ("kit/add_a_game.md", "helpers"): helpers_table,
    **{("kit/agent_protocol.md", mark): text for mark, text in field_tables.TABLES.items()},
    ("results/benchmark.md", "tracks"): benchmark_tables.tracks_table,
    ("results/benchmark.md", "opponents"): benchmark_tables.opponents_table,
    ("results/benchmark.md", "files"): benchmark_tables.files_table,
    ("results/benchmark.md", "results"): benchmark_tables.results_table,
    ("kit/commands.md", "commands"): command_tables.commands_table,
    ("kit/commands.md", "json"): command_tables.json_commands,
    ("kit/commands.md", "options"): command_tables.options_table,
}
"""The text of each table, by its page and the mark of its section."""
for _page, _group in (("durak/agents", Durak.AGENTS), ("oh_hell/agents", OhHell.AGENTS), ("bang/rules", Bang.AGENTS)):
    TABLES[f"{_page}.md", "agents"] = lambda group=_group: agents_table(group)
    TABLES[f"{_page}.md", "parameters"] = lambda group=_group: parameters_table(group)
for _name, (_path, _text) in TABLES_OF_BANG.items():
    TABLES[str(_path.relative_to(DOCS)), _name] = _text


if __name__ == "__main__":
    for (page, owner), text in TABLES.items():
        write_section(DOCS / page, owner, text())
