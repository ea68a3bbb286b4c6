"""The documentation is true: its tables are the generated ones, its code runs, its links lead somewhere."""

import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import oh_hell_env
from bang_env import GameRecord
from cardkit.pieces import ENCODINGS
from cardkit.playing_cards import Card
from cardkit.report.page_section import section_of
from durak_env import Encoding, Rules
from durak_env.actions import actions_of_slots
from durak_env.cards import DONE_SLOT, TAKE_SLOT
from durak_env.notation import parse_records
from tests.support.page_tables import OBSERVED, TABLES

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
QUICK_BLOCKS = {"README.md": 2, "quickstart.md": 1}  # the first blocks of a page, which make each kind of environment
PRINTS = "class LowestCard:"  # in the block that a test of its own runs, which compares what it prints
BLOCKS = [
    pytest.param(
        block,
        id=f"{page.name}-{number}",
        marks=[] if number < QUICK_BLOCKS.get(page.name, 0) else [pytest.mark.slow],
    )
    for page in PAGES
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
    if not (page.name == "README.md" and PRINTS in block)
]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def told(rows: Iterable[str]) -> list[list[str]]:
    """Return the names and sizes of the pieces that rows of a table tell."""
    return [row.split("|")[1:3] for row in rows]


def anchors(page: Path) -> set[str]:
    """Return the places in a page that a link can name, as GitHub writes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize(("page", "owner"), TABLES)
def test_a_table_follows_from_the_code(page: str, owner: str) -> None:
    shown = section_of(ROOT / "docs" / page, owner).strip()
    assert shown == TABLES[page, owner](), "run python -m tests.support.page_tables"


@pytest.mark.parametrize("owner", OBSERVED)
def test_a_page_says_how_many_entries_an_observation_has(owner: str) -> None:
    before = read("docs/durak/environment.md").partition(f"<!-- {owner} -->")[0]
    assert re.findall(r"(\d+) entries", before)[-1] == str(OBSERVED[owner].size)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENCODINGS)
def test_the_observation_tables_of_oh_hell_are_those_of_the_encoding(name: str) -> None:
    page, encoding = read("docs/oh_hell/environment.md"), oh_hell_env.Encoding(oh_hell_env.Rules(), name)
    found = re.search(rf"(?:`{name}` \(|\n)(\d+) entries[^<]*\n\n<!-- {name} -->\n(.*?)\n<!-- end -->", page, re.DOTALL)
    assert found is not None
    assert int(found.group(1)) == encoding.size
    rows = found.group(2).splitlines()
    closed = set(oh_hell_env.Encoding(oh_hell_env.Rules()).table().splitlines()) if name != "closed" else set()
    assert set(rows) == {row for row in encoding.table().splitlines() if row.split("|")[1:3] not in told(closed)}
    for seats in range(2, 8):
        assert str(oh_hell_env.Encoding(oh_hell_env.Rules(num_players=seats)).size) in page


def test_the_page_says_how_many_entries_an_observation_has_at_larger_tables() -> None:
    for seats in range(3, 7):
        assert str(Encoding(Rules(num_players=seats)).size) in read("docs/durak/environment.md")


def test_the_action_ids_are_drawn_as_they_are() -> None:
    page, rules = read("docs/durak/environment.md"), Rules()
    ranks = re.search(r"^36 cards +(.*)$", page, re.MULTILINE)
    assert ranks is not None
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        row = re.search(rf"^{suit} +([\d ]+)", page, re.MULTILINE)
        assert row is not None
        slots = [Card(rank + suit[0]).slot for rank in ranks.group(1).split()]
        assert [int(number) for number in row.group(1).split()] == actions_of_slots(rules)[slots].tolist()
    assert f"TAKE {rules.take}\n" in page
    assert f"DONE {rules.done}\n" in page


def test_the_slots_are_drawn_as_they_are() -> None:
    page = read("docs/durak/write_an_agent.md")
    heads = re.search(r"^ +TAKE DONE +(.*)$", page, re.MULTILINE)
    assert heads is not None
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        row = re.search(rf"^{suit} +((?:\d+ *)+)$", page, re.MULTILINE)
        assert row is not None
        slots = [int(number) for number in row.group(1).split()]
        if suit == "clubs":
            assert slots[:2] == [TAKE_SLOT, DONE_SLOT]
            slots = slots[2:]
        assert slots == [Card(rank + suit[0]).slot for rank in heads.group(1).split()]


@pytest.mark.slow
@pytest.mark.parametrize("block", BLOCKS)
def test_code_runs(block: str, tmp_path: Path) -> None:
    script = tmp_path / "block.py"
    script.write_text(block, encoding="utf-8")
    (tmp_path / "examples").symlink_to(ROOT / "examples")  # what a block writes stays in its folder
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, env=environment, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_the_guide_shows_of_the_toy_game_stands_in_it() -> None:
    shown = re.findall(r"```py\n(.*?)```", read("docs/kit/add_a_game.md"), re.DOTALL)
    assert len(shown) > 4
    assert [part for part in shown if part not in read("examples/toy_game.py")] == []


def test_the_files_that_the_guide_names_are_there() -> None:
    rows = re.findall(r"^\|.*\|$", read("docs/kit/add_a_game.md").partition("## What it gets")[0], re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([\w/]+(?:\.py|/))`", row)]
    assert len(named) > 15
    assert [name for name in named if not any((ROOT / folder / name).exists() for folder in (".", "oh_hell_env"))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        if target.startswith("http"):
            continue
        name, _, anchor = target.partition("#")
        goal = page.parent / name if name else page
        assert goal.exists(), target
        assert not anchor or anchor in anchors(goal), target


def test_the_agents_of_the_readme_are_rows_of_the_findings() -> None:
    """Figures that change are corrected in the findings, and the README follows."""
    rows = re.findall(r"^\| (`.*) \|$", read("docs/results/agents.md").partition("\n## Other tables")[0], re.MULTILINE)
    measured = {cells[0]: [cells[1], *cells[3:]] for cells in (row.split(" | ") for row in rows)}
    shown = [row.split(" | ") for row in re.findall(r"^\| (`.*) \|$", read("README.md"), re.MULTILINE)]
    assert len(shown) == 5
    assert [cells for cells in shown if cells[1:] != measured[cells[0]]] == []


@pytest.mark.slow
def test_the_agent_of_the_readme_beats_random_as_it_says(tmp_path: Path) -> None:
    found = re.search(r"```python\n([^`]*?class .*?)```\n\n```text\n(.*?)```", read("README.md"), re.DOTALL)
    assert found is not None
    script = tmp_path / "agent.py"
    script.write_text(found.group(1), encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert done.stdout == found.group(2)
    low = re.search(r"interval ([\d.]+) to", done.stdout)
    assert low is not None
    assert float(low.group(1)) > 0.5


def test_the_records_that_are_shown_can_be_read() -> None:
    found = re.findall(r"```text\n(durak-game.*?)```", read("docs/durak/records.md"), re.DOTALL)
    whole, begun = parse_records("\n".join(found))
    assert whole.result == (1, -1)
    assert begun.players == ("ann", "bob", "player_2", "dan")
    found = re.findall(r"```text\n(durak-game.*?)```", read("docs/durak/many_seats.md"), re.DOTALL)
    (transferred,) = parse_records("\n".join(found))
    assert [ply.seat for ply in transferred.replay()] == [0, 1, 2, 0]


def test_the_record_of_bang_that_is_shown_can_be_read() -> None:
    (found,) = re.findall(r"```text\n(bang-game.*?)```", read("docs/bang/write_an_agent.md"), re.DOTALL)
    record = GameRecord.parse(found)
    assert (record.players[1], record.deal.chance, record.result) == ("ann", (34,), None)


def test_the_game_that_is_shown_is_the_one_that_is_played() -> None:
    page = read("docs/durak/agents.md")
    shown = re.search(r"```text\n(you .*?)```", page, re.DOTALL)
    assert shown is not None
    run = [sys.executable, "-c", "from baselines.durak.cli import app; app()", "play", "greedy", "--seed", "3"]
    said = subprocess.run(run, input="7s\ndone\n", capture_output=True, encoding="utf-8", check=True).stdout
    assert shown.group(1).strip() in said.replace("your ply: you ", "you ")


def printed(command: str) -> str:
    """Return the output of a page's ``durak`` command on a terminal of 120 columns."""
    environment = {**os.environ, "COLUMNS": "120", "PYTHONIOENCODING": "utf-8"}
    run = [sys.executable, "-c", "from baselines.durak.cli import app; app()", *command.replace("\\\n", " ").split()]
    return subprocess.run(run, capture_output=True, encoding="utf-8", env=environment, check=True).stdout


@pytest.mark.slow
def test_the_match_that_is_shown_is_the_one_that_is_played() -> None:
    """The shown match is the played one, in all but the times, which are those of a machine."""
    page = read("docs/start/quickstart.md")
    shown = re.search(r"```text\n(1,000 games.*?)```", page, re.DOTALL)
    command = re.search(r"^durak (match .*)", page, re.MULTILINE)
    assert shown is not None
    assert command is not None

    def figures(text: str) -> list[str]:
        lines = (
            line.strip(" │").split("│") for line in text.splitlines() if "time a ply" not in line and "─" not in line
        )
        return [" ".join(word.strip() for word in line) for line in lines if "━" not in line[0]]

    found = figures(printed(command.group(1)))
    assert len(found) > 10
    assert figures(shown.group(1)) == found


@pytest.mark.slow
def test_the_tournament_that_is_shown_is_the_one_that_is_played() -> None:
    page = read("docs/start/quickstart.md")
    shown = re.search(r"```text\n(Round robin.*?)```", page, re.DOTALL)
    command = re.search(r"durak (tournament .*?)\n```", page, re.DOTALL)
    assert shown is not None
    assert command is not None
    assert command.group(1) in read("README.md")
    assert printed(command.group(1)).split() == shown.group(1).split()


@pytest.mark.parametrize(
    ("name", "position"),
    [("durak/game", ()), ("durak/transfer", ("transfer",)), ("oh_hell/trick", ("trick",)), ("bang/table", ("bang",))],
)
def test_a_picture_is_what_the_example_draws(
    name: str, position: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, program = tmp_path / "drawn.svg", "examples/draw_game.py"
    monkeypatch.setattr(sys, "argv", [program, str(drawn), *position])
    runpy.run_path(str(ROOT / program), run_name="__main__")
    assert drawn.read_text(encoding="utf-8") == read(f"docs/{name}.svg")
