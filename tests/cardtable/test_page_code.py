"""The page's JavaScript: its types, checked against the schema of the messages, its lint, its form and its units."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from cardtable.schema import schema

ROOT = Path(__file__).parents[2]
NPM = shutil.which("npm")

pytestmark = pytest.mark.skipif(
    NPM is None or not (ROOT / "node_modules").is_dir(), reason="no packages of node here: npm ci"
)


@pytest.mark.parametrize("check", [pytest.param("types", marks=pytest.mark.slow), "lint", "form", "units"])
def test_the_code_of_the_page_passes(check: str) -> None:
    assert NPM is not None
    if check == "types":
        (ROOT / "build").mkdir(exist_ok=True)
        (ROOT / "build" / "schema.json").write_text(json.dumps(schema()), encoding="utf-8")
    done = subprocess.run([NPM, "run", "--silent", check], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
