"""Types that a checker uses: few parameters of the kit take whatever comes, and records have the fields they name."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import bang_env.core.records as bang
import durak_env.core.records as durak
import oh_hell_env.core.records as oh_hell
from bang_env.knowledge import INFOS as BANG_INFOS
from cardkit.arena.result_rows import Row, result_dtype
from cardkit.compiled.records import FIELD, Record
from cardkit.compiled.writers.piece_writer import Layout
from cardkit.encoding import PAST, Past
from cardkit.envs import batch_arrays
from cardkit.search import memory
from cardkit.search.puct import puct_fields
from durak_env.knowledge import INFO, INFOS
from oh_hell_env.knowledge import INFOS as OH_HELL_INFOS
from oh_hell_env.observation.pieces import LAYOUT

ROOT = Path(__file__).parents[2]
TREES = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "cardkit").rglob("*.py"))]
MOST_LOOSE = 8.0
"""Per cent of the kit's parameters."""


def aliases() -> set[str]:
    """Return the names that stand for Any."""
    bound = [one for tree in TREES for one in ast.walk(tree) if isinstance(one, ast.Assign)]
    found = {"Any"}
    while (
        new := {
            name.id
            for one in bound
            if isinstance(one.value, ast.Name) and one.value.id in found
            for name in one.targets
            if isinstance(name, ast.Name)
        }
        - found
    ):
        found |= new
    return found


def parameters() -> Iterator[ast.arg]:
    """Yield the parameters of all functions of the kit, nested ones included; ``self`` and ``cls`` are none."""
    for tree in TREES:
        for one in ast.walk(tree):
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
                given = one.args
                several = [some for some in (given.vararg, given.kwarg) if some]
                all_of_them = [*given.posonlyargs, *given.args, *given.kwonlyargs, *several]
                yield from (each for each in all_of_them if each.arg not in ("self", "cls"))


def test_few_parameters_take_anything() -> None:
    names = aliases()
    kinds = Counter(
        "none"
        if one.annotation is None
        else kind
        if (kind := ast.unparse(one.annotation)) in {"object", *names}
        else ""
        for one in parameters()
    )
    loose = 100 * (1 - kinds[""] / kinds.total())
    assert kinds.total() > 3000
    assert loose <= MOST_LOOSE, kinds


def test_a_game_answers_for_all_its_members() -> None:
    """Optional members have a default, so nobody looks whether a game has them."""
    asked = [
        ast.unparse(one)
        for tree in TREES
        for one in ast.walk(tree)
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in ("getattr", "hasattr")
    ]
    of_games = [call for call in asked if re.match(r"\w+\((self\.)?_?(game|variant),", call)]
    assert len(asked) > 20
    assert of_games == ["hasattr(game, 'state_space')"]  # of an environment


def fields_of(*kinds: np.dtype) -> set[str]:
    """Return the names of fields in some records, gaps left out."""
    return {name for kind in kinds for name in kind.names or () if not name.startswith("gap_")}


def named_in(kind: type) -> set[str]:
    """Return the fields that a class names, or one from which it derives."""
    return {
        name for one in kind.__mro__ for name, value in vars(one).items() if value is FIELD and name[0] != "_"
    } - set(dir(Record))


@pytest.mark.parametrize(
    ("kind", "records"),
    [
        (durak.State, (durak.STATE, *durak.STATES.values())),
        (durak.Info, (durak.STATE, *durak.STATES.values(), INFO, *INFOS.values())),
        (oh_hell.State, oh_hell.STATES.values()),
        (oh_hell.Info, (*oh_hell.STATES.values(), *OH_HELL_INFOS.values())),
        (bang.State, bang.STATES.values()),
        (bang.Info, (*bang.STATES.values(), *BANG_INFOS.values())),
        (Layout, [LAYOUT]),
        (Past, [PAST]),
        (Row, [result_dtype(4, ()), result_dtype(4, (), (), 3)]),
        (memory.Node, memory.NODES.values()),
        (
            memory.Search,
            [memory.search_record("game", 3, [*puct_fields(INFO), ("sums", np.int64), ("tree_depth", np.int64)])],
        ),
        (batch_arrays.GameRow, [batch_arrays.GAME]),
        (batch_arrays.Setting, [batch_arrays.SETTING]),
        (batch_arrays.Result, [batch_arrays.RESULT]),
        (batch_arrays.ViewAddresses, [batch_arrays.VIEW_ADDRESSES]),
        (batch_arrays.Choice, batch_arrays.CHOICES.values()),
        (batch_arrays.Workspace, [batch_arrays.workspace_dtype(durak.STATE, INFO, LAYOUT, True)]),
    ],
    ids=lambda one: f"{one.__module__}.{one.__name__}" if isinstance(one, type) else "",
)
def test_a_class_names_the_fields_of_its_records(kind: type, records: list[np.dtype]) -> None:
    assert named_in(kind) == fields_of(*records)


MISSPELT = """
from {package}.core.records import Info, State

def right(state: State, info: Info) -> bool:
    return bool(state.legal == info.legal and state.plies + info.seat)

def wrong(state: State, info: Info) -> None:
    state.plys += 1
    info.seet = 0
"""


@pytest.mark.slow
@pytest.mark.parametrize("package", ["durak_env", "oh_hell_env", "bang_env"])
def test_a_misspelt_field_is_an_error(package: str, tmp_path: Path) -> None:
    file = tmp_path / "misspelt.py"
    file.write_text(MISSPELT.format(package=package))
    settings = tmp_path / "pyrightconfig.json"
    settings.write_text(f'{{"typeCheckingMode": "standard", "include": ["."], "extraPaths": ["{ROOT}"]}}')
    command = [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable, "--project", str(settings)]
    told = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path).stdout
    assert "3 errors" in told, told
    assert 'Attribute "plys" is unknown' in told
    assert 'Attribute "seet" is unknown' in told
