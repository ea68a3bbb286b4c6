"""The order of the house: who may import whom, read from the import statements."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("cardkit", "durak_env", "oh_hell_env", "baselines")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MOST_MODULES = 16  # of a folder, its ``__init__`` not counted

MAY_IMPORT = {
    "cardkit.checks": "cardkit.wording",
    "cardkit.arrays": "cardkit.files cardkit.reading",
    "cardkit.files": "",
    "cardkit.compiled": "",
    "cardkit.encoding": "cardkit.compiled",
    "cardkit.pieces": "cardkit.compiled cardkit.encoding cardkit.wording",
    "cardkit.envs": (
        "cardkit.checks cardkit.compiled cardkit.specs cardkit.game cardkit.game_check cardkit.agents cardkit.encoding "
        "cardkit.pieces cardkit.wording"
    ),
    "cardkit.game": "cardkit.compiled cardkit.wording",
    "cardkit.game_check": "cardkit.compiled cardkit.game",
    "cardkit.agents": "cardkit.compiled cardkit.processes.interrupts cardkit.specs cardkit.game cardkit.wording",
    "cardkit.processes": "cardkit.wording",
    "cardkit.programs": "cardkit.agents cardkit.game cardkit.processes cardkit.wording",
    "cardkit.render": "cardkit.playing_cards",
    "cardkit.report": "cardkit.files cardkit.wording cardkit.statistics cardkit.arena cardkit.game",
    "cardkit.search": "cardkit.checks cardkit.compiled cardkit.statistics",
    "cardkit.notation": "cardkit.compiled cardkit.game cardkit.wording",
    "cardkit.reading": "cardkit.wording",
    "cardkit.spec_values": "cardkit.wording",
    "cardkit.specs": "cardkit.spec_values cardkit.wording",
    "cardkit.statistics": "",
    "cardkit.learning": "cardkit",
    "cardkit.bench": "cardkit",
    "cardkit.solving": "cardkit.checks cardkit.compiled cardkit.files cardkit.game",
    "cardkit.storage": "cardkit.specs cardkit.wording",
    "cardkit.playing_cards": "cardkit.compiled cardkit.wording",
    "cardkit.known": "cardkit.compiled",
    "cardkit.variant": "cardkit.checks cardkit.compiled cardkit.game",
    "cardkit.variant_rules": "cardkit.playing_cards cardkit.spec_values cardkit.wording",
    "cardkit.wording": "",
    "cardkit.arena": (
        "cardkit.checks cardkit.files cardkit.wording cardkit.compiled cardkit.statistics cardkit.game "
        "cardkit.game_check cardkit.agents cardkit.processes cardkit.specs cardkit.storage"
    ),
    "cardkit.table": (
        "cardkit.checks cardkit.wording cardkit.reading cardkit.specs cardkit.compiled cardkit.game "
        "cardkit.game_check cardkit.agents cardkit.arena cardkit.playing_cards cardkit.processes cardkit.report "
        "cardkit.statistics"
    ),
    "cardkit.commands": (
        "cardkit.checks cardkit.files cardkit.wording cardkit.reading cardkit.specs cardkit.agents cardkit.game "
        "cardkit.arena cardkit.programs cardkit.statistics cardkit.report cardkit.table"
    ),
    "durak_env.cards": "cardkit.compiled cardkit.playing_cards",
    "durak_env.rules": "cardkit.playing_cards cardkit.variant_rules cardkit.wording",
    "durak_env.actions": "durak_env.cards durak_env.rules",
    "durak_env.core": "cardkit.compiled durak_env.cards durak_env.rules",
    "durak_env.game": "cardkit.compiled durak_env.cards durak_env.rules durak_env.core",
    "durak_env.deals": "cardkit.playing_cards cardkit.wording durak_env.rules durak_env.game",
    "durak_env.knowledge": "cardkit.compiled durak_env.cards durak_env.rules durak_env.game",
    "durak_env.evidence": (
        "cardkit.compiled durak_env.cards durak_env.rules durak_env.game durak_env.actions durak_env.knowledge"
    ),
    "durak_env.information": (
        "cardkit.compiled cardkit.known cardkit.wording durak_env.cards durak_env.rules durak_env.game "
        "durak_env.actions durak_env.action_errors durak_env.knowledge durak_env.evidence"
    ),
    "durak_env.observation": (
        "cardkit.compiled cardkit.encoding cardkit.pieces durak_env.cards durak_env.rules durak_env.game "
        "durak_env.actions durak_env.information"
    ),
    "durak_env.action_errors": (
        "cardkit.game durak_env.cards durak_env.rules durak_env.game durak_env.actions durak_env.information"
    ),
    "durak_env.durak": (
        "cardkit.compiled cardkit.game cardkit.variant durak_env.cards durak_env.rules durak_env.actions "
        "durak_env.game durak_env.deals durak_env.information durak_env.action_errors durak_env.notation"
    ),
    "durak_env": "cardkit durak_env",
    "oh_hell_env.cards": "",
    "oh_hell_env.rules": "cardkit.checks cardkit.playing_cards cardkit.variant_rules cardkit.wording",
    "oh_hell_env.actions": "cardkit.game cardkit.playing_cards cardkit.wording oh_hell_env.rules",
    "oh_hell_env.core": "cardkit.compiled cardkit.playing_cards oh_hell_env.cards oh_hell_env.rules",
    "oh_hell_env.game": "cardkit.compiled oh_hell_env.core",
    "oh_hell_env.deals": (
        "cardkit.compiled cardkit.playing_cards cardkit.wording oh_hell_env.cards oh_hell_env.rules oh_hell_env.game"
    ),
    "oh_hell_env.knowledge": "cardkit.compiled oh_hell_env.cards oh_hell_env.rules oh_hell_env.game",
    "oh_hell_env.determinization": (
        "cardkit.compiled cardkit.playing_cards oh_hell_env.cards oh_hell_env.core oh_hell_env.game "
        "oh_hell_env.knowledge"
    ),
    "oh_hell_env.information": (
        "cardkit.compiled cardkit.known cardkit.playing_cards oh_hell_env.cards oh_hell_env.rules oh_hell_env.actions "
        "oh_hell_env.game oh_hell_env.knowledge oh_hell_env.determinization oh_hell_env.action_errors"
    ),
    "oh_hell_env.action_errors": "cardkit.game oh_hell_env.actions oh_hell_env.game oh_hell_env.information",
    "oh_hell_env.compiled_agents": "cardkit.agents oh_hell_env.information",
    "oh_hell_env.oh_hell": (
        "cardkit.compiled cardkit.game cardkit.variant oh_hell_env.cards oh_hell_env.rules oh_hell_env.actions "
        "oh_hell_env.game oh_hell_env.deals oh_hell_env.knowledge oh_hell_env.information oh_hell_env.action_errors "
        "oh_hell_env.notation"
    ),
    "oh_hell_env.observation": (
        "cardkit.compiled cardkit.encoding cardkit.pieces cardkit.playing_cards oh_hell_env.cards oh_hell_env.rules "
        "oh_hell_env.game oh_hell_env.actions oh_hell_env.information"
    ),
    "oh_hell_env.render": (
        "cardkit.playing_cards cardkit.render oh_hell_env.rules oh_hell_env.actions oh_hell_env.game "
        "oh_hell_env.information"
    ),
    "oh_hell_env": "cardkit oh_hell_env",
    "baselines.evaluation": "cardkit durak_env",
    "baselines.networks": "cardkit durak_env",
    "baselines.endgames": "cardkit durak_env baselines.evaluation",
    "baselines.solving": "cardkit durak_env baselines.endgames",
    "baselines.luck": (
        "cardkit durak_env baselines.endgames baselines.networks baselines.agents.protocol baselines.arena"
    ),
    "baselines.search": (
        "cardkit durak_env baselines.evaluation baselines.networks baselines.endgames baselines.agents.protocol"
    ),
    "baselines.agents": (
        "cardkit durak_env baselines.evaluation baselines.networks baselines.endgames baselines.search "
        "baselines.solving"
    ),
    "baselines.arena": "cardkit durak_env baselines.agents baselines.search",
    "baselines.oh_hell.evaluation": "cardkit oh_hell_env",
    "baselines.oh_hell.search": "cardkit oh_hell_env baselines.oh_hell.evaluation",
    "baselines.oh_hell.agents": (
        "cardkit oh_hell_env baselines.oh_hell.evaluation baselines.oh_hell.search "
        "baselines.oh_hell.learning.policy_file"
    ),
    "baselines.oh_hell": "cardkit oh_hell_env",
    "baselines": "cardkit durak_env baselines",
}
"""By area, which modules of ours it may import beside its own; a module belongs to the longest name that fits."""

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
FRAMEWORKS = {"gymnasium", "pettingzoo", "torch", "stable_baselines3"}
CORE = (
    *(
        f"{package}/{name}"
        for package in ("durak_env", "oh_hell_env")
        for name in ("game", "knowledge", "information", "cards", "rules", "actions")
    ),
    *(
        f"durak_env/core/{name}"
        for name in ("records", "seating", "asking", "transfers", "bout_end", "dealing", "results")
    ),
    *(f"oh_hell_env/core/{name}" for name in ("records", "dealing", "bidding", "tricks", "scoring")),
    "oh_hell_env/determinization",
    "cardkit/playing_cards",
    "cardkit/envs/batch_step",
)
TRAINING = (
    "baselines/training",
    "cardkit/learning",
    "baselines/oh_hell/learning",
)  # nothing else imports it before it is asked to train
SB3 = "cardkit/envs/sb3_env.py"  # it is a subclass of one of Stable-Baselines3's classes

each_package = pytest.mark.parametrize("package", PACKAGES)


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
    assert "durak_env.durak.Durak" in imports(ROOT / "durak_env" / "envs" / "gym_env.py")
    assert "durak_env.notation.GameRecord" in imports(ROOT / "durak_env" / "durak.py")
    assert "durak_env.notation.GameRecord" not in imports(ROOT / "durak_env" / "durak.py", everywhere=False)


def modules_of(package: str) -> list[Path]:
    """The modules of a package."""
    return [path for path in MODULES if path.is_relative_to(ROOT / package)]


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def within(name: str, areas: Iterable[str]) -> str | None:
    """The longest of the areas that a dotted name belongs to."""
    return max((area for area in areas if f"{name}.".startswith(f"{area}.")), key=len, default=None)


@each_package
def test_each_part_of_the_house_imports_what_it_may(package: str) -> None:
    for path in modules_of(package):
        if path == ROOT / package / "__init__.py":
            continue  # what a package gives to its users comes from all over it
        area = within(name_of(path), MAY_IMPORT)
        assert area is not None, path
        ours = {name for name in imports(path) if name.partition(".")[0] in PACKAGES}
        assert {name for name in ours if within(name, [area, *MAY_IMPORT[area].split()]) is None} == set(), path


@each_package
def test_only_the_compiled_part_knows_the_compiler(package: str) -> None:
    for path in modules_of(package):
        if within(name_of(path), ["cardkit.compiled"]) is None:
            assert not {name for name in imports(path) if within(name, ["llvmlite", "numba.core"]) is not None}, path


@pytest.mark.parametrize("name", CORE)
def test_the_core_knows_no_framework(name: str) -> None:
    assert not packages(ROOT / f"{name}.py") & FRAMEWORKS


@pytest.mark.parametrize("folder", sorted({path.parent for path in MODULES}), ids=str)
def test_a_folder_says_what_lives_there_and_is_not_crowded(folder: Path) -> None:
    assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    assert len([path for path in folder.glob("*.py") if path.name != "__init__.py"]) <= MOST_MODULES


def test_agents_get_knowledge_and_not_the_truth() -> None:
    forbidden = {
        f"durak_env.game.{name}" for name in ("deal_random", "deal_deck", "deal", "step", "STATE", "new_states")
    }
    assert not imports(ROOT / "baselines" / "agents" / "heuristic.py") & forbidden


@each_package
def test_heavy_packages_are_imported_late(package: str) -> None:
    for path in modules_of(package):
        late = packages(path, everywhere=False) & set(LATE)
        allowed = {"stable_baselines3"} if path == ROOT / SB3 else set()
        assert late <= allowed or any(path.is_relative_to(ROOT / folder) for folder in TRAINING), path


@each_package
def test_no_import_is_relative_or_a_star(package: str) -> None:
    for path in modules_of(package):
        for statement, _ in statements(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(statement, ast.ImportFrom):
                assert statement.level == 0, path
                assert all(alias.name != "*" for alias in statement.names), path


@each_package
def test_modules_have_names_that_say_something_and_a_docstring(package: str) -> None:
    for path in modules_of(package):
        assert path.stem not in ("util", "utils", "helpers", "misc", "common"), path
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path
