"""The order of the house: who may import whom, read from the import statements."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted(path for package in ("durak_env", "baselines") for path in (ROOT / package).rglob("*.py"))
LATE = (
    "torch",
    "matplotlib",
    "pygame",
    "ray",
    "scipy",
    "stable_baselines3",
    "sb3_contrib",
    "optuna",
    "cma",
)  # imported where needed
CORE = ("game", "information", "cards", "rules", "actions", "prng", "batch")
TRAINING = "baselines/training"  # nothing else imports it before it is asked to train
SB3 = "durak_env/sb3_env.py"  # it is a subclass of one of Stable-Baselines3's classes

each_module = pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())


def statements(node: ast.AST, inside: bool = False) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Import statements, and whether they stand inside a function or under TYPE_CHECKING."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, inside
        else:
            late = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            typing = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
            yield from statements(child, inside or late or typing)


def imports(path: Path, everywhere: bool = True) -> set[str]:
    """The dotted names that a module imports, ``module.name`` for ``from module import name``."""
    names: set[str] = set()
    for statement, inside in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if inside and not everywhere:
            continue
        if isinstance(statement, ast.Import):
            names |= {alias.name for alias in statement.names}
        else:
            names |= {f"{statement.module}.{alias.name}" for alias in statement.names}
    return names


def packages(path: Path, everywhere: bool = True) -> set[str]:
    """The top-level packages that a module imports."""
    return {name.split(".")[0] for name in imports(path, everywhere)}


def test_there_is_something_to_read() -> None:
    assert len(MODULES) > 20
    assert "durak_env.rules.Rules" in imports(ROOT / "durak_env" / "gym_env.py")
    assert "durak_env.render.pictures" in imports(ROOT / "durak_env" / "gym_env.py")
    assert "durak_env.render.pictures" not in imports(ROOT / "durak_env" / "gym_env.py", everywhere=False)


@each_module
def test_the_environment_never_imports_baselines(path: Path) -> None:
    if path.is_relative_to(ROOT / "durak_env"):
        assert "baselines" not in packages(path)


@pytest.mark.parametrize("name", CORE)
def test_the_core_knows_no_framework(name: str) -> None:
    assert not packages(ROOT / "durak_env" / f"{name}.py") & {"gymnasium", "pettingzoo", "torch", "stable_baselines3"}


def test_agents_get_knowledge_and_not_the_truth() -> None:
    forbidden = {
        f"durak_env.game.{name}" for name in ("deal_random", "deal_deck", "deal", "step", "STATE", "new_states")
    }
    assert not imports(ROOT / "baselines" / "heuristic.py") & forbidden


@each_module
def test_heavy_packages_are_imported_late(path: Path) -> None:
    late = packages(path, everywhere=False) & set(LATE)
    allowed = {"stable_baselines3"} if path == ROOT / SB3 else set()
    assert late <= allowed or path.is_relative_to(ROOT / TRAINING)


@each_module
def test_no_import_is_relative_or_a_star(path: Path) -> None:
    for statement, _ in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(statement, ast.ImportFrom):
            assert statement.level == 0
            assert all(alias.name != "*" for alias in statement.names)


@each_module
def test_modules_have_names_that_say_something_and_a_docstring(path: Path) -> None:
    assert path.stem not in ("util", "utils", "helpers", "misc", "common")
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
