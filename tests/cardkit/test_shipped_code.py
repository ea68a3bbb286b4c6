"""Machine code that came with the package is used where it fits, and nowhere else."""

from __future__ import annotations

import importlib.util
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba.core import config
from numba.core.registry import cpu_target

from cardkit.compiled.jit import JIT_OFF
from cardkit.compiled.kept import shipped

pytestmark = pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")

SOURCE = """from cardkit.compiled.jit import jit

STEP = 2


@jit
def stepped(number):
    return number + STEP
"""
STRANGER = """import sys
from tests.cardkit.test_shipped_code import loaded
print(loaded(sys.argv[1]).stepped(40))
"""


def loaded(file: str | Path) -> Any:
    """Load a new module from a source file."""
    spec = importlib.util.spec_from_file_location("quick", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["quick"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a module, and beside it in ``code`` what a process compiled from it for the target of wheels."""
    folder = tmp_path_factory.mktemp("wheel")
    (folder / "quick.py").write_text(SOURCE)
    (folder / "code").mkdir()
    made_for = {
        "NUMBA_CPU_NAME": shipped.TARGET[0],
        "NUMBA_CPU_FEATURES": shipped.TARGET[1],
        "NUMBA_CACHE_DIR": str(folder / "kept"),
        shipped.COLLECT: str(folder / "code"),
    }
    command = [sys.executable, "-c", STRANGER, str(folder / "quick.py")]
    done = subprocess.run(command, env=os.environ | made_for, check=True, capture_output=True, text=True)
    assert done.stdout == "42\n"
    (folder / "code" / shipped.MADE_FOR).write_text(shipped.MADE_BY)
    return folder / "quick.py"


@pytest.fixture
def compiled(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Any:
    """Return the number of functions that a call compiles, in a process that came with the code."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.setattr(shipped, "FOLDER", source.parent / "code")
    monkeypatch.setattr("cardkit.compiled.kept.notices._announced", [])

    def count(file: Path = source) -> int:
        with caplog.at_level(logging.WARNING):
            module = loaded(file)
            assert module.stepped(40) == 40 + module.STEP
        return len([*(tmp_path / "kept").rglob("*.nbc")])

    return count


CONTEXT: Any = cpu_target.target_context
FEATURES = CONTEXT.codegen().magic_tuple()[2].split(",")
needs_the_target = pytest.mark.skipif(
    not set(shipped.TARGET[1].split(",")) <= set(FEATURES), reason="compiles for a processor without AVX2"
)


@needs_the_target
def test_code_that_came_along_is_not_compiled(compiled: Any, caplog: pytest.LogCaptureFixture) -> None:
    assert compiled() == 0
    assert not caplog.messages


@needs_the_target
def test_a_module_that_moves_keeps_it(compiled: Any, tmp_path: Path) -> None:
    elsewhere = tmp_path / "quick.py"
    elsewhere.write_text(SOURCE)
    assert compiled(elsewhere) == 0


def test_another_source_is_compiled(compiled: Any, tmp_path: Path) -> None:
    changed = tmp_path / "quick.py"
    changed.write_text(SOURCE.replace("STEP = 2", "STEP = 3"))
    assert compiled(changed) == 1


def test_a_damaged_file_is_compiled(
    compiled: Any, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "code").mkdir()
    for file in (source.parent / "code").iterdir():
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        (tmp_path / "code" / file.name).write_bytes(content)
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "code")
    assert compiled() == 1


def test_code_of_another_numba_is_compiled_and_the_notice_says_why(
    compiled: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shipped, "MADE_BY", "Python 4.0 and Numba 9.0")
    assert compiled() == 1
    (notice,) = caplog.messages
    assert f"the machine code in this wheel is for Python {sys.version_info[0]}.{sys.version_info[1]} and " in notice


def test_code_for_a_newer_processor_is_compiled(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    name, features = shipped.TARGET
    monkeypatch.setattr(shipped, "TARGET", (name, f"{features},+of_the_future"))
    assert compiled() == 1
