"""The documentation is true: its tables are the generated ones, its code runs, its links lead somewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from durak_env import Encoding, Rules
from durak_env.observation import ENCODINGS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    (page.name, number, block)
    for page in PAGES
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
]


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_observation_tables_are_those_of_the_encoding(name: str) -> None:
    page = (ROOT / "docs" / "durak.md").read_text(encoding="utf-8")
    found = re.search(rf"<!-- {name} -->\n(.*?)\n?<!-- end -->", page, re.DOTALL)
    assert found is not None
    assert found.group(1) == Encoding(Rules(), name).table()


@pytest.mark.parametrize(("page", "number", "block"), BLOCKS, ids=[f"{page}-{number}" for page, number, _ in BLOCKS])
def test_code_runs(page: str, number: int, block: str, tmp_path: Path) -> None:
    script = tmp_path / f"{page}_{number}.py"
    script.write_text(block, encoding="utf-8")
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert target.startswith("http") or (page.parent / target).exists(), target


def test_the_picture_is_what_the_example_draws(tmp_path: Path) -> None:
    drawn = tmp_path / "game.svg"
    subprocess.run([sys.executable, ROOT / "examples" / "draw_game.py", drawn], check=True)
    assert drawn.read_text(encoding="utf-8") == (ROOT / "docs" / "game.svg").read_text(encoding="utf-8")
