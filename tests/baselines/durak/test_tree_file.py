"""Trees of strategies in a file: they go on growing, all who name the file share them, and no other file is trusted."""

from __future__ import annotations

import gc
import pickle
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines import make_agent, play_match
from baselines.durak.agents.strategy import KeptStrategy, choose_by_role
from baselines.durak.search import tree_file
from baselines.durak.search.strategy_tree import HEAD, NODE, strategy_memory
from baselines.durak.search.tree_file import LEAST_ROOM, ROLES, nodes_of, what_is_wrong
from cardkit.specs.strangers import is_harmless, writing_parameters
from durak_env import durak_v0
from durak_env.compiled_agents import CompiledAgent
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.rules import Rules
from tests.baselines.durak.test_strategy import PAPER

SMALL = Rules(num_players=3, start_rank=11, hand_size=3)


def infos_of(games: int, rules: Rules = PAPER) -> list[InformationSet]:
    """Return the knowledge of seats that had a choice in games at random."""
    found, rng = list[InformationSet](), np.random.default_rng(1)
    for seed in range(games):
        env = durak_v0.raw_env(rules=rules)
        env.reset(seed=seed)
        while not all(env.terminations.values()):
            info = env.information_set(env.agent_selection)
            found.append(info)
            env.step(int(rng.choice(info.legal_actions)))
    return [info for info in found if len(info.legal_actions) > 1]


def kept(file: Path, more: str = "") -> KeptStrategy:
    agent: Any = make_agent(f"strategy:keep={file}{more}")
    return agent


def trees_in(file: Path) -> list[np.ndarray]:
    with closing(sqlite3.connect(file)) as database:
        rows = database.execute("SELECT nodes FROM trees ORDER BY role").fetchall()
    return [np.frombuffer(nodes, NODE) for (nodes,) in rows]


def change(file: Path, *statements: tuple[str, tuple[Any, ...]]) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        for statement in statements:
            database.execute(*statement)


def let_go() -> None:
    """Let players that nobody has any more write and close their files."""
    gc.collect()
    assert not tree_file._open


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file whose trees have grown in part of a game."""
    file = tmp_path_factory.mktemp("trees") / "trees.sqlite"
    agent = kept(file)
    for number, info in enumerate(infos_of(1)[:12]):
        agent.act(info, np.random.default_rng(number))
    del agent
    let_go()
    return file


@pytest.fixture
def grown(tmp_path: Path, trees: Path) -> Path:
    """Return a copy of the file that a test may spoil."""
    return Path(shutil.copy(trees, tmp_path))


def test_trees_go_on_growing_from_player_to_player_and_from_the_file(tmp_path: Path) -> None:
    """Players that share a file choose as one player with one memory does, and leave its trees in the file."""
    file, memory = tmp_path / "trees.sqlite", strategy_memory(LEAST_ROOM, ROLES, 2.5, 10, "reach")
    HEAD.view(memory, "search")["grown"] = 1
    one = CompiledAgent(choose_by_role, memory, any_table=True)
    players: list[Any] = [kept(file), kept(file)]
    infos = infos_of(2)
    assert len(infos) > 60
    for number, info in enumerate(infos):
        if number == len(infos) // 2:
            players.clear()
            let_go()
            players += [kept(file), pickle.loads(pickle.dumps(kept(file))), deepcopy(kept(file))]
        chosen = players[number % len(players)].act(info, np.random.default_rng(number))
        assert chosen == one.act(info, np.random.default_rng(number))
    players.clear()
    let_go()
    for role, tree in enumerate(trees_in(file)):
        assert what_is_wrong(tree) is None
        assert len(tree) > 100
        assert np.array_equal(tree, nodes_of(memory, role))


def test_trees_outgrow_their_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    infos = infos_of(1)
    moves = []
    for room in (LEAST_ROOM, 64):
        monkeypatch.setattr(tree_file, "LEAST_ROOM", room)
        agent = kept(tmp_path / f"{room}.sqlite")
        moves.append([agent.act(info, np.random.default_rng(number)) for number, info in enumerate(infos)])
        del agent
        let_go()
    assert moves[0] == moves[1]
    small, large = (trees_in(tmp_path / f"{room}.sqlite") for room in (64, LEAST_ROOM))
    assert max(map(len, large)) > 64
    assert all(np.array_equal(one, other) for one, other in zip(small, large, strict=True))


def test_two_players_of_a_match_share_the_trees(tmp_path: Path) -> None:
    spec = f"strategy:keep={tmp_path / 'trees.sqlite'}"
    result = play_match(spec, spec, "random", 12, rules=SMALL, seed=1)
    assert result.results["fault"].max() == 0
    let_go()
    before = trees_in(tmp_path / "trees.sqlite")
    play_match(spec, "random", "random", 6, rules=SMALL, seed=2)
    let_go()
    after = trees_in(tmp_path / "trees.sqlite")
    assert all(len(one) > len(other) for one, other in zip(after, before, strict=True))


def test_trees_of_other_settings_or_another_game_are_refused(grown: Path) -> None:
    before = grown.read_bytes()
    for more in (",c=1", ",iterations=20", ",result=hand"):
        with pytest.raises(ValueError, match=r"have grown with the settings c=2.5,iterations=10,result=reach, not c="):
            kept(grown, more)
    with pytest.raises(ValueError, match=r"have grown with the game closed world, rules: .*, not closed world"):
        play_match(f"strategy:keep={grown}", "random", "random", 3, rules=SMALL)
    agent = kept(grown)
    with pytest.raises(ValueError, match=r"name another file"):
        agent.act(infos_of(1, SMALL)[0], np.random.default_rng(1))
    with pytest.raises(ValueError, match=r"have grown with the settings"):  # while it is open
        kept(grown, ",c=1")
    del agent
    let_go()
    assert grown.read_bytes() == before


def test_a_file_in_use_by_another_program_is_refused(grown: Path) -> None:
    code = f"from baselines import make_agent; make_agent('strategy:keep={grown}')"
    agent = kept(grown)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"{grown} is in use by another program or worker" in done.stderr
    assert agent is not None


@pytest.mark.parametrize("content", [b"no database", b"\x80\x04K\x01.", b"SQLite format 3\0 but no more"])
def test_other_files_are_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=str(file)):
        kept(file)
    assert file.read_bytes() == content


def _spoil(role: int, how: Callable[[np.ndarray], Any]) -> Callable[[Path], None]:
    def spoil(file: Path) -> None:
        tree = trees_in(file)[role].copy()
        changed = how(tree)
        tree = tree if changed is None else changed
        change(file, ("UPDATE trees SET nodes = ? WHERE role = ?", (tree.tobytes(), role)))

    return spoil


def _put(field: str, place: int, value: float) -> Callable[[np.ndarray], None]:
    def put(tree: np.ndarray) -> None:
        tree[field][place] = value

    return put


SPOILT = {
    "a child beyond the end": _spoil(0, _put("first", 2, 1 << 40)),
    "a child before the beginning": _spoil(1, _put("first", 2, -4)),
    "children of two parents": _spoil(0, _put("first", 4, 1)),
    "a loop": _spoil(0, lambda tree: np.put(tree["first"], [0, int(tree["first"].argmax())], [tree["first"].max(), 1])),
    "no simulations": _spoil(0, _put("visits", 1, 0)),
    "fewer than none": _spoil(0, _put("visits", 0, -1)),
    "too many": _spoil(0, _put("visits", 1, 1 << 60)),
    "no number": _spoil(0, _put("wins", 1, np.nan)),
    "infinite wins": _spoil(0, _put("wins", 1, np.inf)),
    "more wins than simulations": _spoil(1, _put("wins", 3, 1e9)),
    "nodes cut off": _spoil(0, lambda tree: tree[:-1]),
    "no nodes": _spoil(0, lambda tree: tree[:0]),
    "half a node": lambda file: change(file, ("UPDATE trees SET nodes = substr(nodes, 1, 100)", ())),
    "a text": lambda file: change(file, ("UPDATE trees SET nodes = 'text' WHERE role = 1", ())),
    "one tree": lambda file: change(file, ("DELETE FROM trees WHERE role = 1", ())),
    "another role": lambda file: change(file, ("UPDATE trees SET role = 2 WHERE role = 1", ())),
    "settings of two": lambda file: change(file, ("INSERT INTO made SELECT * FROM made", ())),
    "settings of bytes": lambda file: change(file, ("UPDATE made SET settings = x'00'", ())),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_what_is_no_pair_of_trees_reaches_no_compiled_code(grown: Path, spoil: Callable[[Path], None]) -> None:
    spoil(grown)
    before = grown.read_bytes()
    with pytest.raises(ValueError, match=r"trees.sqlite is damaged: "):
        kept(grown)
    assert grown.read_bytes() == before


def test_a_file_that_cannot_be_written_ends_the_game_and_not_the_trees(grown: Path) -> None:
    agent = kept(grown)
    before = trees_of(agent)
    agent._trees._kept.database.execute("PRAGMA query_only = ON")
    with pytest.raises(ValueError, match=str(grown)):
        agent.act(infos_of(1)[0], np.random.default_rng(1))
    agent._trees._kept.database.execute("PRAGMA query_only = OFF")
    agent.act(infos_of(1)[0], np.random.default_rng(1))
    assert [len(after) >= len(tree) for tree, after in zip(before, trees_of(agent), strict=True)] == [True, True]


def trees_of(agent: KeptStrategy) -> list[np.ndarray]:
    return [nodes_of(agent._trees.memory, role).copy() for role in range(ROLES)]


def test_strangers_name_no_file() -> None:
    assert writing_parameters("strategy", Durak.AGENTS) == {"keep"}
    assert is_harmless("strategy:c=1", Durak.AGENTS)
    for spec in ("strategy:keep=file", "strategy:c=1, keep = file", "strategy: keep=file"):
        assert not is_harmless(spec, Durak.AGENTS)
