"""The command ``examine game`` of each game with advice finds what its page finds."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from baselines.bang.cli import app as bang_app
from baselines.bang.table.plugin import PLUGIN as BANG
from baselines.durak.cli import app as durak_app
from baselines.durak.table.plugin import PLUGIN as DURAK
from baselines.oh_hell.cli import app as oh_hell_app
from baselines.oh_hell.table.plugin import PLUGIN as OH_HELL
from cardtable.view import TablePlugin
from tests.support.local_table import LocalTable

RULES = {
    "durak": (durak_app, DURAK, ["random", "random"], ["--start-rank", "11"], "ismcts:simulations=60"),
    "oh-hell": (
        *(oh_hell_app, OH_HELL, ["random"] * 3),
        *(["--num-players", "3", "--hand-size", "2", "--rounds", "2"], "ismcts:simulations=200"),
    ),
    "bang": (bang_app, BANG, ["random"] * 3, ["--players", "4", "--max-rounds", "2"], "ismcts:simulations=2000"),
}


def run(app: Any, *arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments], env={"COLUMNS": "120"})


async def on_the_page(plugin: TablePlugin, text: str, number: int, judge: str) -> list[dict[str, Any]]:
    """Return the page's findings in a game of a text."""
    table = LocalTable(plugin)
    await table.ask("open", text=text)
    await table.ask("game", number=number)
    await table.ask("review", agent=judge)
    return [entry for message in table.said if message["type"] == "review" for entry in message["entries"]]


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_the_command_finds_what_the_page_finds(name: str, tmp_path: Path) -> None:
    app, plugin, players, rules, judge = RULES[name]
    file = tmp_path / "games.txt"
    made = run(app, "match", *players, *rules, "--games", str(len(players)), "--seed", "5", "--log", str(file))
    assert made.exit_code == 0, made.output
    done = run(app, "examine", "game", str(file), "--agent", judge, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert [one["game"] for one in told["games"]] == list(range(1, len(players) + 1))
    for one in told["games"]:
        assert one["choices"] == asyncio.run(on_the_page(plugin, file.read_text(), one["game"], judge))
    mistakes = [entry for one in told["games"] for entry in one["choices"] if entry["mistake"]]
    assert mistakes
    first = mistakes[0]
    number = next(one["game"] for one in told["games"] if first in one["choices"])
    shown = run(
        app, "examine", "game", str(file), "--agent", judge, "--game", str(number), "--seat", str(first["seat"])
    )
    cells = [line.replace("│", " ").split() for line in shown.stdout.splitlines()]
    row = next(cell for cell in cells if cell[:2] == [str(first["ply"]), str(first["seat"])])
    mark = "??" if first["mistake"]["cost"] >= 0.2 else "?"
    assert " ".join(row[2:]).startswith(f"{players[0]} {first['text']} {mark} ")
    assert f"{100 * first['mistake']['cost']:.1f}" in row
    assert row[-1] == first["best"]["text"].split()[-1]
    assert shown.stdout.count("in all.") == 1  # of the seat that was examined


def test_what_cannot_be_examined_is_told_in_a_line(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("Dear diary")
    assert run(durak_app, "examine", "game", str(file)).exit_code == 2
    run(durak_app, "match", "random", "greedy", "--games", "2", "--seed", "5", "--log", str(file))
    for arguments, said in (
        (["--game", "3"], "--game must be 1..2"),
        (["--seat", "2"], "--seat must be 0..1"),
        (["--agent", "greedy"], "it cannot explain its choices, as ismcts"),
        (["--agent", "nobody"], "nobody"),
    ):
        done = run(durak_app, "examine", "game", str(file), *arguments)
        assert done.exit_code == 2
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
