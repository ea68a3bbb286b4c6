"""Compiled code is kept on disk, never outlives a change of its sources, and works where nothing can be kept."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.caching import NullCache

from cardkit.arena import compiled_games
from cardkit.compiled.dispatchers import is_kept
from cardkit.compiled.jit import JIT_OFF, jit
from cardkit.compiled.kept import notices
from cardkit.compiled.private.cache import SourceFiles
from durak_env.durak import Durak

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(JIT_OFF, reason="without compilation nothing is kept")

FILES = {
    "outer/__init__.py": "",
    "outer/caller.py": """
from cardkit.compiled.jit import jit
from middle import part
from middle.part import number

@jit
def total():
    return number() + part.number()
""",
    "middle/__init__.py": "",
    "middle/part.py": """
from cardkit.compiled.jit import jit
from inner import (  # a comment, with a comma
    deep,  # and another one, before the last name
    spare,
)
from inner.deep import UNIT, one

@jit
def number():
    return UNIT * one() + spare.NOTHING
""",
    "middle/unrelated.py": "WORD = 1\n",
    "inner/__init__.py": "",
    "inner/deep.py": """
from cardkit.compiled.jit import jit
from . import units
from .units import UNIT

@jit
def one():
    return units.HALF + units.HALF
""",
    "inner/spare.py": "NOTHING = 0\n",
    "inner/units.py": "UNIT = 10\nHALF = 1\n",
}
"""Three packages, each compiled with the next one's functions and constants."""


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def total(folder: Path) -> tuple[int, int]:
    """Return the output of a process that calls the outermost function: its result and its loads from disk."""
    code = (
        "import sys; from outer.caller import total; result, hits = total(), sum(total.stats.cache_hits.values())\n"
        "assert not hits or 'scipy.linalg' not in sys.modules, 'what only the compiler needs is imported'\n"
        "print(result, hits)"
    )
    paths = os.pathsep.join((str(folder), str(ROOT)))
    env = os.environ | {"PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True)
    result, hits = done.stdout.split()
    return int(result), int(hits)


EDITS = [
    ("inner/units.py", "UNIT = 10", "UNIT = 11", 44),
    ("middle/part.py", "UNIT * one()", "UNIT + one()", 26),
    ("inner/deep.py", "units.HALF + units.HALF", "units.HALF", 24),
    ("inner/units.py", "HALF = 1", "HALF = 2", 26),
    ("inner/spare.py", "NOTHING = 0", "NOTHING = 1", 28),
]
"""File, what stands there, what stands there then, what the outermost function gives then."""


@pytest.mark.parametrize("edits", [EDITS[:1], pytest.param(EDITS, marks=pytest.mark.slow)], ids=["one", "all"])
def test_a_second_process_compiles_nothing_but_after_a_change_of_anything_reached(
    packages: Path, edits: list[tuple[str, str, str, int]]
) -> None:
    assert total(packages) == (40, 0)
    assert total(packages) == (40, 1)
    (packages / "middle" / "unrelated.py").write_text("WORD = 2\n")
    assert total(packages) == (40, 1)
    result = 40
    for file, old, new, result in edits:
        path = packages / file
        path.write_text(path.read_text().replace(old, new))
        assert total(packages) == (result, 0)
    assert total(packages) == (result, 1)


GIVEN = """
import importlib, json, os
from pathlib import Path
import numpy as np
from cardkit.compiled.jit import jit

try:
    from tuned import TRIED
except ImportError:
    TRIED = 0
NUMBERS = json.loads(Path(__file__).with_name("numbers.json").read_text())
FROM_FILE, TABLE, PAIR = NUMBERS[0], np.array(NUMBERS), tuple(NUMBERS)
FROM_ENVIRONMENT = int(os.environ.get("NUMBER", "0"))
LOADED = importlib.import_module("loaded").NUMBER

def enclosing(number):
    return jit(lambda: number)

enclosed = enclosing(NUMBERS[1])

@jit
def given():
    return FROM_FILE + TABLE[0] + PAIR[0] + 10 * enclosed() + 100 * FROM_ENVIRONMENT + 1000 * (LOADED + TRIED)
"""


def given(folder: Path, **variables: str) -> tuple[int, int]:
    """Return the output of a process that calls a function of the module above: its result and its loads from disk."""
    code = "from caller import total; print(total(), sum(total.stats.cache_hits.values()))"
    paths = os.pathsep.join((str(folder), str(ROOT)))
    env = os.environ | {"PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(folder / "cache")} | variables
    done = subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True)
    result, hits = done.stdout.split()
    return int(result), int(hits)


@pytest.mark.slow
def test_constants_count_wherever_they_come_from(tmp_path: Path) -> None:
    """Constants count whether they come from a file, the environment, or an import that has not run the last time."""
    (tmp_path / "caller.py").write_text(
        "from cardkit.compiled.jit import jit\nfrom agent import given\n\n@jit\ndef total():\n    return given()\n"
    )
    (tmp_path / "agent.py").write_text(GIVEN)
    (tmp_path / "numbers.json").write_text("[1, 0]")
    (tmp_path / "loaded.py").write_text("NUMBER = 0\n")
    assert given(tmp_path) == (3, 0)
    assert given(tmp_path) == (3, 1)
    assert given(tmp_path, NUMBER="1") == (103, 0)
    assert given(tmp_path, NUMBER="1") == (103, 1)
    (tmp_path / "numbers.json").write_text("[2, 1]")
    assert given(tmp_path) == (16, 0)
    (tmp_path / "loaded.py").write_text("NUMBER = 10\n")
    assert given(tmp_path) == (10016, 0)
    (tmp_path / "tuned.py").write_text("TRIED = 1\n")
    assert given(tmp_path) == (11016, 0)
    assert given(tmp_path) == (11016, 1)


NEEDY = """
import numpy as np
from cardkit.compiled.jit import jit

@jit
def total():
    words, sums = {"one": 1.0, "two": 2.0}, [1.0]
    sums.append(np.dot(np.ones(3), np.ones(3)))
    np.random.seed(1)
    return sum(sums) + words["two"] + len({"two", "one"}) + int(np.random.random() < 2.0) + len(str(12))
"""
"""A function whose machine code refers to symbols of Numba's: of its runtime, hashing, BLAS, random numbers."""


@pytest.mark.slow
def test_kept_code_finds_all_that_it_refers_to_and_loads_no_compiler(tmp_path: Path) -> None:
    (tmp_path / "needy.py").write_text(NEEDY)
    code = (
        "import sys; from needy import total; found = total(); hits = sum(total.stats.cache_hits.values())\n"
        "print(found, hits, 'numba.np.arraymath' in sys.modules)"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT))), "NUMBA_CACHE_DIR": str(tmp_path)}
    for told in ("11.0 0 True", "11.0 1 False"):
        done = subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True)
        assert done.stdout.strip() == told


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
def test_a_file_that_cannot_be_read_is_compiled_anew(packages: Path, ending: str) -> None:
    assert total(packages) == (40, 0)
    for kept in packages.rglob(f"*{ending}"):
        kept.write_bytes(kept.read_bytes()[:-20])
    assert total(packages) == (40, 0)
    assert total(packages) == (40, 1)


@pytest.mark.parametrize("moment", ["_save_data", "_save_index"])
def test_processes_that_keep_code_at_once_never_find_each_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """A process that has looked at the index before another wrote it keeps its code while the other does."""
    one, other = (SourceFiles(str(tmp_path), "module.function[1]", "stamp") for _ in range(2))
    monkeypatch.setattr(other, "_load_index", dict)
    write = getattr(one, moment)

    def write_between(*arguments: object) -> None:
        write(*arguments)
        other.save("key of the other", "its code")

    monkeypatch.setattr(one, moment, write_between)
    one.save("key", "code")
    found = SourceFiles(str(tmp_path), "module.function[1]", "stamp")
    assert found.load("key") in ("code", None)
    assert found.load("key of the other") in ("its code", None)
    assert {found.load("key"), found.load("key of the other")} != {None}
    SourceFiles(str(tmp_path), "module.function[1]", "another stamp").save("key", "new code")
    assert len(list(tmp_path.glob("*.nbc"))) == 1


def match_in(folder: Path, before: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Play a short match in a process that imports the packages from a folder."""
    code = (
        "import warnings; warnings.simplefilter('always')\n"
        f"{before}\n"
        "import durak_env\n"
        "from durak_env.core.dealing import new_states, deal_random\n"
        "from cardkit.compiled.prng import STREAM\n"
        "import numpy as np\n"
        "state, stream = new_states(durak_env.Rules())[0], np.zeros(1, STREAM)[0]\n"
        "deal_random(state, stream)\n"
        "print(durak_env.__file__, int(state.plies), sum(deal_random.stats.cache_hits.values()))"
    )
    env = {name: value for name, value in os.environ.items() if name not in ("HOME", "NUMBA_CACHE_DIR")}
    env |= {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"} | variables
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True, text=True)


@pytest.fixture
def unwritable(tmp_path: Path) -> Path:
    """Copy the packages to a folder beside whose modules nothing can be kept."""
    for name in ("cardkit", "durak_env"):
        package = tmp_path / name
        shutil.copytree(ROOT / name, package, ignore=shutil.ignore_patterns("__pycache__"))
        for folder in (package, *filter(Path.is_dir, list(package.rglob("*")))):
            (folder / "__pycache__").write_text("a file where a folder should be")
    return tmp_path


@pytest.mark.slow
def test_where_nothing_can_be_written_everything_works_after_one_warning(unwritable: Path) -> None:
    done = match_in(unwritable, HOME="/dev/null")
    assert str(unwritable) in done.stdout
    assert done.stderr.count("RuntimeWarning") == 1
    assert "NUMBA_CACHE_DIR" in done.stderr


@pytest.mark.slow
def test_code_compiled_into_an_image_is_used_where_it_cannot_be_written(unwritable: Path) -> None:
    kept = {"NUMBA_CACHE_DIR": str(unwritable / "image"), "HOME": "/dev/null"}
    assert match_in(unwritable, **kept).stdout.split()[-1] == "0"
    refuse = (
        "import tempfile\n"
        "def refuse(*args, **options): raise PermissionError('read-only')\n"
        "tempfile.TemporaryFile = refuse\n"
    )
    done = match_in(unwritable, refuse, **kept)
    assert done.stdout.split()[-1] == "1"
    assert "RuntimeWarning" not in done.stderr


@jit
def called_by_no_test() -> int:
    return 0


@pytest.mark.parametrize("index", [None, b"", b"not an index", pickle.dumps("0.0") + b"cut"])
def test_code_that_no_index_names_is_not_kept_and_numba_is_not_blamed(
    index: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    files = SourceFiles(str(tmp_path), "module.function", "stamp")
    if index is not None:
        Path(files._index_path).write_bytes(index)
    monkeypatch.setattr(called_by_no_test._cache, "_cache_file", files)
    assert not is_kept(called_by_no_test)
    monkeypatch.setattr(called_by_no_test, "_cache", NullCache())  # of a function that no folder can hold
    assert not is_kept(called_by_no_test)
    assert not caplog.records


def test_no_process_compiles_for_another_where_no_folder_can_hold_code(monkeypatch: pytest.MonkeyPatch) -> None:
    shared: list[object] = []
    monkeypatch.setattr(compiled_games, "folder_of", lambda function: None)
    monkeypatch.setattr(compiled_games, "side_by_side", lambda tasks, later: shared.append(tasks))
    compiled_games.compile_agents(Durak(), [])
    assert not shared


def test_workers_leave_the_warning_to_their_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "_warned", [])
    monkeypatch.setattr(multiprocessing, "parent_process", object)
    notices.warn_uncached("no room")
    assert notices.why_not_kept() is None
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: None)
    with pytest.warns(RuntimeWarning, match="no room"):
        notices.warn_uncached("no room")
    assert notices.why_not_kept() == "no room"
