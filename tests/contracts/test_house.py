"""The order of the house, derived from the import statements: floors, games that do not know each other, no circles."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import SimpleNamespace

import pytest

from cardkit.storage import origin

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
GAMES = [name.removesuffix("_env") for name in PACKAGES if name.endswith("_env")]
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
tree = cache(lambda path: ast.parse(path.read_text(encoding="utf-8")))  # when the first test asks
MOST_MODULES = 16  # of a folder, its ``__init__`` and ``__main__`` not counted

FLOORS = ("cardkit", "cardtable", "the games", "baselines")  # each imports from itself and from those before it
LATE = {"torch", "matplotlib", "pygame", "ray", "scipy", "stable_baselines3", "sb3_contrib", "optuna", "cma"}
FRAMEWORKS = {"gymnasium", "pettingzoo", "torch", "stable_baselines3"}
TRAINING = {"learning"}  # folders that nothing else imports before it is asked to train
KIT = PACKAGES[0]
ORIGIN = ROOT / KIT / "storage" / "origin.py"  # may name the distribution


def statements(node: ast.AST, inside: bool = False) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Yield import statements, and whether they stand inside a function or under TYPE_CHECKING."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, inside
        else:
            late = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            typing = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
            yield from statements(child, inside or late or typing)


@cache
def imports(path: Path, everywhere: bool = True) -> set[str]:
    """Return the dotted names that a module imports, ``module.name`` for ``from module import name``."""
    return {
        alias.name if isinstance(statement, ast.Import) else f"{statement.module}.{alias.name}"
        for statement, inside in statements(tree(path))
        for alias in statement.names
        if everywhere or not inside
    }


def packages(path: Path, everywhere: bool = True) -> set[str]:
    """Return the top-level packages that a module imports."""
    return {name.split(".")[0] for name in imports(path, everywhere)}


def test_there_is_something_to_read() -> None:
    assert len(MODULES) > 20
    assert "durak_env.durak.Durak" in imports(ROOT / "durak_env" / "envs" / "gym_env.py")
    play = ROOT / "baselines" / "durak" / "cli" / "play.py"
    assert "durak_env.action_errors.explain_illegal" in imports(play) - imports(play, everywhere=False)


def packages_of_bases(path: Path) -> set[str]:
    """Return the packages whose classes have subclasses in a module."""
    bases = {
        ast.unparse(base) for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef) for base in node.bases
    }
    return {name.partition(".")[0] for name in imports(path) if name.rpartition(".")[2] in bases}


def name_of(path: Path) -> str:
    """Return the dotted name of a module."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def floor(name: str) -> int:
    """Return the number of the floor on which a module stands."""
    package = name.partition(".")[0]
    return FLOORS.index(package) if package in FLOORS else FLOORS.index("the games")


def game(name: str) -> str | None:
    """Return the game of a module, if any: ``oh_hell`` for ``oh_hell_env.x`` and ``baselines.oh_hell.x``."""
    package, *rest = name.split(".")
    if package == "baselines":
        return rest[0] if rest else None
    return package.removesuffix("_env") if package.endswith("_env") else None


NAMES = {name_of(path): path for path in MODULES}


def ours(path: Path, everywhere: bool = True) -> set[str]:
    """Return the modules of ours that a module imports, at its top, or also in functions and under TYPE_CHECKING."""
    found = imports(path, everywhere)
    return {name if name in NAMES else name.rpartition(".")[0] for name in found} & set(NAMES) - {name_of(path)}


def arrows() -> Iterator[tuple[str, str]]:
    """Yield each module of ours with each one that it imports."""
    return ((name, target) for name, path in NAMES.items() for target in ours(path))


def in_order(arrows: Iterable[tuple[str, str]]) -> list[str]:
    """Sort modules so that each comes after its imports; raise CycleError, which names a circle."""
    graph = defaultdict[str, set[str]](set)
    for one, imported in arrows:
        graph[one].add(imported)
    return list(TopologicalSorter(graph).static_order())


def folders_of_kit(arrows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the arrows between the kit's folders, and the modules beside them."""
    for ends in arrows:
        if all(end.startswith(f"{KIT}.") for end in ends):
            one, other = (end.split(".")[1] for end in ends)
            if one != other:
                yield one, other


def games_named(text: str) -> list[str]:
    """Return the games that a text names, but for the one that is an example after "such as"."""
    named = "|".join(name.replace("_", "[ _-]?") for name in GAMES)
    return re.findall(rf"(?<![a-z])(?:{named})(?![a-z])", re.sub(r"such as\W+\w+", "", text.lower()))


def test_no_arrow_points_up() -> None:
    assert [arrow for arrow in arrows() if floor(arrow[1]) > floor(arrow[0])] == []


def test_no_game_knows_another() -> None:
    front_page = {"baselines"}  # what the quickstart imports is Durak's
    apart = [(a, b) for a, b in arrows() if a not in front_page and game(a) != game(b) and game(b) is not None]
    assert apart == []


def test_modules_import_each_other_in_no_circle() -> None:
    assert set(in_order(arrows())) <= set(NAMES)


def test_folders_of_the_kit_import_each_other_in_no_circle() -> None:
    assert len(in_order(folders_of_kit(arrows()))) > 25
    with pytest.raises(CycleError):
        in_order(folders_of_kit([*arrows(), ("cardkit.statistics.nash", "cardkit.report.points_report")]))


def test_the_kit_names_no_game() -> None:
    assert (origin.DISTRIBUTION, origin.own_packages()) == (PROJECT["project"]["name"], set(PACKAGES))
    texts = {path: path.read_text(encoding="utf-8") for path in MODULES if path.is_relative_to(ROOT / KIT)}
    assert {path for path, text in texts.items() if games_named(text)} == {ORIGIN}
    assert games_named('STORE = "durak.db"  # or OH-HELL') == ["durak", "oh-hell"]
    assert games_named("such as Durak(), or bang_env") == ["bang"]


def test_the_packages_are_known_where_an_installer_kept_no_record(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed = origin.distribution(origin.DISTRIBUTION)
    bare = SimpleNamespace(files=None, entry_points=installed.entry_points)
    monkeypatch.setattr(origin, "__file__", str(tmp_path / "cardkit" / "storage" / "origin.py"))
    monkeypatch.setattr(origin, "distribution", lambda name: bare)
    assert origin.own_packages.__wrapped__() == set(PACKAGES)


def test_only_the_compiled_part_knows_the_compiler() -> None:
    for path in MODULES:
        if not path.is_relative_to(ROOT / "cardkit" / "compiled"):
            assert not [name for name in imports(path) if name.startswith(("llvmlite", "numba.core"))], path


def test_one_module_opens_the_door_to_numbas_private_classes() -> None:
    """Numba documents ``cgutils`` for those who write code for LLVM; types of annotations are not imported."""
    private = ROOT / "cardkit" / "compiled" / "private"
    door = private.with_name("dispatchers.py")
    for path in MODULES:
        if not path.is_relative_to(private):
            named = imports(path, everywhere=False)
            assert not [name for name in named if re.match(r"numba\.(core|cpython|np)\.(?!cgutils)", name)], path
            assert path == door or not [one for one in imports(path) if one.startswith("cardkit.compiled.private")], (
                path
            )


def test_the_core_knows_no_framework() -> None:
    core, ahead = set[str](), [f"{game}_env.{game}" for game in GAMES]
    while ahead:
        name = ahead.pop()
        if name not in core:
            core.add(name)
            ahead += ours(NAMES[name], everywhere=False)
    assert len(core) > 50
    assert [name for name in core if packages(NAMES[name]) & FRAMEWORKS] == []


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
        assert late <= packages_of_bases(path) or TRAINING & set(path.parts), path


def test_no_import_is_relative_or_a_star() -> None:
    for path in MODULES:
        froms = [one for one, _ in statements(tree(path)) if isinstance(one, ast.ImportFrom)]
        assert not [one for one in froms if one.level or one.names[0].name == "*"], path


def test_every_module_says_what_it_is() -> None:
    assert [path for path in MODULES if not ast.get_docstring(tree(path))] == []


def test_the_page_about_the_house_names_every_folder_and_files_that_exist() -> None:
    page = (ROOT / "docs" / "kit" / "house.md").read_text(encoding="utf-8")
    folders = {path.parent for path in MODULES if path.parents[1] == ROOT / KIT} | {ROOT / name for name in PACKAGES}
    assert [folder.name for folder in folders if not re.search(rf"\b{folder.name}\b", page)] == []
    named = {name for name in re.findall(r"[\w/.]+\.py\b", page) if not name.startswith(("tests/", "test_"))}
    assert len(named) > 10
    assert [name for name in named if not any(path.as_posix().endswith(f"/{name}") for path in MODULES)] == []
