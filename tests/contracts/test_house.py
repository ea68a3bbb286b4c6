"""The order of the house, derived from the import statements: floors, games that do not know each other, no circles."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("cardkit", "cardtable", "durak_env", "oh_hell_env", "bang_env", "baselines")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
tree = cache(lambda path: ast.parse(path.read_text(encoding="utf-8")))  # when the first test asks
MOST_MODULES = 16  # of a folder, its ``__init__`` and ``__main__`` not counted

FLOORS = ("cardkit", "cardtable", "the games", "baselines")  # each imports from itself and from those before it
LATE = {"torch", "matplotlib", "pygame", "ray", "scipy", "stable_baselines3", "sb3_contrib", "optuna", "cma"}
FRAMEWORKS = {"gymnasium", "pettingzoo", "torch", "stable_baselines3"}
CORE = (
    *("game", "knowledge", "information", "cards", "rules", "actions", "determinization", "core"),
    *("playing_cards", "dealing", "envs/batch_step"),
)  # of the kit and of each game: what knows rules and knowledge alone
TRAINING = {"learning"}  # folders that nothing else imports before it is asked to train
SB3 = ROOT / "cardkit/envs/sb3_env.py"  # it is a subclass of one of Stable-Baselines3's classes


def statements(node: ast.AST, inside: bool = False) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Import statements, and whether they stand inside a function or under TYPE_CHECKING."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, inside
        else:
            late = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            typing = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
            yield from statements(child, inside or late or typing)


@cache
def imports(path: Path, everywhere: bool = True) -> set[str]:
    """The dotted names that a module imports, ``module.name`` for ``from module import name``."""
    return {
        alias.name if isinstance(statement, ast.Import) else f"{statement.module}.{alias.name}"
        for statement, inside in statements(tree(path))
        for alias in statement.names
        if everywhere or not inside
    }


def packages(path: Path, everywhere: bool = True) -> set[str]:
    """The top-level packages that a module imports."""
    return {name.split(".")[0] for name in imports(path, everywhere)}


def test_there_is_something_to_read() -> None:
    assert len(MODULES) > 20
    assert "durak_env.durak.Durak" in imports(ROOT / "durak_env" / "envs" / "gym_env.py")
    play = ROOT / "baselines" / "durak" / "cli" / "play.py"
    assert "durak_env.action_errors.explain_illegal" in imports(play) - imports(play, everywhere=False)


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def floor(name: str) -> int:
    """The number of the floor on which a module stands."""
    package = name.partition(".")[0]
    return FLOORS.index(package) if package in FLOORS else FLOORS.index("the games")


def game(name: str) -> str | None:
    """The game that a module belongs to, if any: ``oh_hell`` for ``oh_hell_env.x`` and ``baselines.oh_hell.x``."""
    package, *rest = name.split(".")
    if package == "baselines":
        return rest[0] if rest else None
    return package.removesuffix("_env") if package.endswith("_env") else None


def arrows() -> Iterator[tuple[str, str]]:
    """Each module of ours with each one that it imports, at its top, in a function or under TYPE_CHECKING."""
    names = {name_of(path): path for path in MODULES}
    for name, path in names.items():
        for imported in imports(path):
            target = imported if imported in names else imported.rpartition(".")[0]
            if target in names and target != name:
                yield name, target


def test_no_arrow_points_up() -> None:
    assert [arrow for arrow in arrows() if floor(arrow[1]) > floor(arrow[0])] == []


def test_no_game_knows_another() -> None:
    front_page = {"baselines"}  # what the quickstart imports is Durak's
    apart = [(a, b) for a, b in arrows() if a not in front_page and game(a) != game(b) and game(b) is not None]
    assert apart == []


def test_modules_import_each_other_in_no_circle() -> None:
    graph: dict[str, set[str]] = {name_of(path): set() for path in MODULES}
    for module, imported in arrows():
        graph[module].add(imported)
    list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the circle


def test_only_the_compiled_part_knows_the_compiler() -> None:
    for path in MODULES:
        if not path.is_relative_to(ROOT / "cardkit" / "compiled"):
            assert not [name for name in imports(path) if name.startswith(("llvmlite", "numba.core"))], path


def test_the_core_knows_no_framework() -> None:
    roots = [ROOT / package for package in PACKAGES if package not in ("baselines", "cardtable")]
    parts = [root / name for root in roots for name in CORE]
    core = [path for path in MODULES if any(path.with_suffix("") == one or path.is_relative_to(one) for one in parts)]
    assert len(core) > 25
    assert [path for path in core if packages(path) & FRAMEWORKS] == []


def test_a_folder_is_a_package_and_not_crowded() -> None:
    for folder in {path.parent for path in MODULES}:
        assert folder / "__init__.py" in MODULES
        modules = [path for path in MODULES if path.parent == folder and path.stem not in ("__init__", "__main__")]
        assert len(modules) <= MOST_MODULES, folder


def test_agents_get_knowledge_and_not_the_truth() -> None:
    forbidden = {"deal_random", "deal_deck", "deal", "step", "STATE", "new_states"}
    for path in MODULES:
        if path.parent.name == "agents" and path.name == "heuristic.py":
            assert not {name.rpartition(".")[2] for name in imports(path)} & forbidden, path


def test_heavy_packages_are_imported_late() -> None:
    for path in MODULES:
        late = packages(path, everywhere=False) & LATE
        allowed = {"stable_baselines3"} if path == SB3 else set()
        assert late <= allowed or TRAINING & set(path.parts), path


def test_no_import_is_relative_or_a_star() -> None:
    for path in MODULES:
        froms = [one for one, _ in statements(tree(path)) if isinstance(one, ast.ImportFrom)]
        assert not [one for one in froms if one.level or one.names[0].name == "*"], path


def test_every_module_says_what_it_is() -> None:
    assert [path for path in MODULES if not ast.get_docstring(tree(path))] == []
