"""Specs: the agents that strings name, and the errors for strings that name nothing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from baselines import make_agent, play_match
from baselines.durak.report.match_report import MatchReport
from cardkit.compiled.jit import JIT_OFF
from cardkit.report.agent_list import agent_help, broken_agents
from cardkit.specs.loading import load_agent
from cardkit.specs.strangers import is_harmless
from cardkit.wording import shortened
from durak_env.durak import Durak
from durak_env.envs.gym_env import DurakEnv
from tests.support.opponents import Lowest

GROUP = Durak.AGENTS
MODULE = '''
"""Agents of somebody else."""

from typing import Literal, Optional, Union

class Fixed:
    def __init__(self, place=0, *more):
        self.place, self.more = place, more

    def act(self, info, rng):
        return info.legal_actions[self.place]

class Holder:
    last = lambda place=-1: Fixed(place)

def from_file(path, place=0):
    return Fixed(place, path)

def verbatim(text, /):
    return Fixed(0, text)

def anything(**settings):
    return Fixed(0, settings)

def typed(
    whole: int = 1, real: float = 1.5, flag: bool = True, word: str = "a", rest: "float | None" = None,
    old: Optional[int] = None, either: Union[int, str] = 0, one: Literal["low", 2, None] = 2, other: "Unknown" = 0,
    **more: float,
):
    return Fixed(0, {name: value for name, value in locals().items()})

def defaults(real=0.5, flag=False, word="a", number=3, nothing=None):
    return Fixed(0, dict(locals()))

def first_whole(number: int):
    return Fixed(0, number)

class Typed(Fixed):
    def __init__(self, real: "float"):
        self.place, self.more = 0, (real,)

def no_agent():
    return 7

def failing():
    raise OSError("no such thing")

def leaving():
    raise SystemExit(0)

number = 7
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a working directory with a module of agents in it."""
    package = tmp_path / "somebodys"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "agents.py").write_text(MODULE)
    (package / "broken.py").write_text("import no_such_package")
    (package / "script.py").write_text("raise SystemExit(0)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "place", "more"),
    [
        ("somebodys.agents:Fixed", 0, ()),
        (" somebodys.agents : Fixed : place=-1 ", -1, ()),
        ("somebodys.agents:Holder.last", -1, ()),
        ("somebodys.agents:from_file:a/lr=0.1/model.zip,place=1", 1, ("a/lr=0.1/model.zip",)),
        ("somebodys.agents:from_file:path=model.zip", 0, ("model.zip",)),
        ("somebodys.agents:from_file:17", 0, ("17",)),
        ("somebodys.agents:verbatim:./program --depth=3,4 : x", 0, ("./program --depth=3,4 : x",)),
        ("somebodys.agents:anything:a=1,b=two", 0, ({"a": 1, "b": "two"},)),
        ("somebodys.agents:anything:a=(x:b=1,c=(y:d=2,e=3)),b=2", 0, ({"a": "x:b=1,c=(y:d=2,e=3)", "b": 2},)),
        ("somebodys.agents:anything:a=(old)/x(1),b=x(", 0, ({"a": "(old)/x(1)", "b": "x("},)),
        ("somebodys.agents:from_file:(a,b.zip),place=1", 1, ("a,b.zip",)),
        ("somebodys.agents:anything:a=1,b=x:c=2", 0, ({"a": 1, "b": "x:c=2"},)),
        ("somebodys.agents:anything:a=http://x:80/y=1,b=1)(", 0, ({"a": "http://x:80/y=1", "b": "1)("},)),
    ],
)
def test_what_can_be_imported_is_an_agent(folder: Path, spec: str, place: int, more: tuple[Any, ...]) -> None:
    agent: Any = make_agent(spec)
    assert (agent.place, agent.more) == (place, more)


def values(spec: str) -> list[Any]:
    """Return the values that a factory of the module gets for its parameters, in the order of the spec."""
    agent: Any = load_agent(f"somebodys.agents:{spec}", GROUP)
    (told,) = agent.more
    names = [part.split("=")[0] for part in spec.partition(":")[2].split(",")]
    return [told.get(name, told.get("more", {}).get(name)) for name in names] if isinstance(told, dict) else [told]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("typed:whole=-3,real=2,flag=False,word=3", [-3, 2.0, False, "3"]),
        ("typed:real=1e3,rest=1,old=7,either=8", [1000.0, 1.0, 7, 8]),
        ("typed:rest=None,old=None,either=None,word=None", [None, None, "None", "None"]),
        ("typed:one=low,either=x", ["low", "x"]),
        ("typed:one=2", [2]),
        ("typed:one=None", [None]),
        ("typed:other=2,further=2", [2, 2.0]),
        ("defaults:real=2,flag=True,word=7,number=2.5,nothing=0", [2.0, True, "7", 2.5, 0]),
        ("defaults:nothing={[]},number='x'", ["{[]}", "x"]),
        ("first_whole:3", [3]),
        ("Typed:2", [2.0]),
        ("Typed:real=2", [2.0]),
    ],
)
def test_values_are_what_the_annotations_say(folder: Path, spec: str, expected: list[Any]) -> None:
    found = values(spec)
    assert found == expected
    assert list(map(type, found)) == list(map(type, expected))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("typed:whole=2.0", r"whole .*got '2\.0'"),
        ("typed:whole=True", "whole .*'True'"),
        ("typed:real=x", "real .*'x'"),
        ("typed:real=nan", "real .*'nan'"),
        ("typed:flag=1", "flag .*'1'"),
        ("typed:flag=no", "flag .*'no'"),
        ("typed:rest=x", "rest .*'x'"),
        ("typed:one=3", "one .*'3'"),
        ("typed:further=x", "further .*'x'"),
        ("defaults:flag=0", "flag .*'0'"),
        ("first_whole:x", "number .*'x'"),
        ("typed:whole={[]}", "whole "),
        (f"typed:whole={'9' * 5000}", "whole "),
        (f"typed:real={'[' * 5000}", "real "),
    ],
    ids=lambda text: text[:30],
)
def test_values_of_a_wrong_kind_are_named(folder: Path, spec: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        load_agent(f"somebodys.agents:{spec}", GROUP)


@pytest.mark.parametrize("value", ["{[]}", "[" * 5000, "-" * 5000 + "1", "(" * 10_000_000], ids=lambda text: text[:4])
@pytest.mark.parametrize("agent", ["mcts:limit=", "somebodys.agents:defaults:nothing="])
def test_hostile_values_are_text_or_refused(folder: Path, agent: str, value: str) -> None:
    if agent.startswith("mcts") or len(value) > 10_000:
        with pytest.raises(ValueError, match=r"limit |10,000") as refused:
            load_agent(agent + value, GROUP)
        assert len(str(refused.value)) < 12_000
    else:
        made: Any = load_agent(agent + value, GROUP)
        assert made.more[0]["nothing"] == value


def test_the_compiled_agent_of_the_page_plays_as_it_says(folder: Path) -> None:
    """The page's compiled agent plays the first legal action, or any with the noise of its spec, even a whole one."""
    page = (Path(__file__).parents[2] / "docs" / "durak" / "write_an_agent.md").read_text(encoding="utf-8")
    (block,) = (text for text in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "compiled_choice" in text)
    (folder / "mine.py").write_text(block.split("print(")[0])
    plain = play_match("mine:first:noise=0", "uniform", games=100, seed=1)
    assert plain.score == play_match(Lowest(), "uniform", games=100, seed=1).score
    noisy = play_match("mine:first:noise=1", "uniform", games=400, seed=1)
    assert noisy.score == pytest.approx(0.5, abs=0.08)
    assert plain.score > 0.7


def test_another_package_names_its_agents(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents of another package have names once installed by the lines of docs/durak/write_an_agent.md."""
    page = (Path(__file__).parents[2] / "docs" / "durak" / "write_an_agent.md").read_text(encoding="utf-8")
    shown = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert shown is not None
    ((name, target),) = tomllib.loads(shown.group(1))["project"]["entry-points"][GROUP].items()
    module, function = target.split(":")
    source = folder.joinpath(*module.split(".")).with_suffix(".py")
    source.parent.mkdir()
    source.write_text(f'{MODULE}\ndef {function}(place=0):\n    """Of another package."""\n    return Fixed(place)\n')
    (folder / "theirs-1.0.dist-info").mkdir()
    (folder / "theirs-1.0.dist-info" / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {target}\n")
    monkeypatch.syspath_prepend(folder)
    agent: Any = make_agent(f"{name}:place=-1")
    assert agent.place == -1
    assert agent_help(GROUP)[name] == ("place=0", "Of another package.")
    assert play_match(name, "random", games=4).games == 4
    gymnasium.make("durak_env/Durak-v0", opponent=name).reset(seed=1)


BROKEN = {
    "gone": ("no_such_package:make", "ModuleNotFoundError"),
    "raising": ("raises:make", "RuntimeError: broken on import"),
    "leaving": ("leaves:make", "SystemExit"),
    "number": ("numbers_only:make", "TypeError: 5 is not a callable object"),
}


def test_a_broken_package_takes_its_own_agents_away_and_no_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "raises.py").write_text('raise RuntimeError("broken on import\\nand more")')
    (folder / "leaves.py").write_text("raise SystemExit(3)")
    (folder / "numbers_only.py").write_text("make = 5")
    (folder / "theirs-1.0.dist-info").mkdir()
    entries = "".join(f"{name} = {target}\n" for name, (target, _) in BROKEN.items())
    (folder / "theirs-1.0.dist-info" / "entry_points.txt").write_text(f"[{GROUP}]\n{entries}")
    monkeypatch.syspath_prepend(folder)
    told = broken_agents(GROUP)
    assert told.keys() == BROKEN.keys()
    assert "greedy" in agent_help(GROUP)
    assert not told.keys() & agent_help(GROUP).keys()
    assert play_match("greedy", "random", games=4).games == 4
    for name, (_, why) in BROKEN.items():
        assert why in told[name]
        assert "\n" not in told[name]
        assert not is_harmless(name, GROUP)
        with pytest.raises(ValueError, match=f"agent '{name}' is broken: "):
            load_agent(name, GROUP)


def test_a_name_wins_over_a_module(folder: Path) -> None:
    (folder / "greedy.py").write_text("def act(): return None")
    with pytest.raises(ValueError, match="'act' in 'greedy:act'"):
        load_agent("greedy:act", GROUP)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("gredy", r"unknown agent 'gredy'; did you mean 'greedy'\? known agents: .*greedy.*module:function"),
        ("gredy:depth=3", r"names no agent; .*greedy"),
        ("gredy", r"known agents: (?!.*bench1-)"),  # frozen copies
        (
            "gredy:depth",
            r"unknown agent 'gredy:depth': No module named 'gredy'; did you mean 'greedy'\? known agents: .*"
            "greedy.*; write others as module:function",
        ),
        (
            "somebodys.agents:Fixd",
            "^unknown agent 'somebodys.agents:Fixd': somebodys.agents has no 'Fixd'; did you mean 'Fixed'\\? it has "
            ".*Fixed, .*; name a function or class of it that makes an agent$",
        ),
        ("somebodys.agents:Fixed.nothing", "somebodys.agents.Fixed has no 'nothing'; it has .*act"),
        ("somebodys.agents:number.nothing", "somebodys.agents.number has no 'nothing'; it has no function of its own;"),
        (
            "somebodys.broken:anything",
            "^somebodys.broken:anything cannot be imported: No module named 'no_such_package",
        ),
        ("somebodys.agents:number", "somebodys.agents:number must be callable"),
        ("somebodys.agents:no_agent", r"has no act\(info, rng\)"),
        ("somebodys.agents:failing", "cannot be made: no such thing"),
        ("somebodys.agents:leaving", "'somebodys.agents:leaving' cannot be made: .*sys.exit"),
        ("somebodys.script:anything", "somebodys.script:anything cannot be imported: .*sys.exit"),
        ("somebodys.agents:from_file", "path.*: somebodys.agents:from_file:path=..."),
        ("somebodys.agents:from_file:a,b", "'b' in .*name=value"),
        ("somebodys.agents:Fixed:plaice=1", "unknown parameter 'plaice'"),
        (
            "somebodys.agents:anything:a=x:b=1,c=2",
            r"'x:b=1' in .* has parameters of its own: .* 'a=\(x:b=1\)', .*quotes",
        ),
        ("somebodys.agents:anything:a=x.y:z:b=1,c=2", r"'x.y:z:b=1' in .* has parameters of its own"),
        ("somebodys.agents:anything:a=(x:b=1,c=2", r"the parenthesis before 'x:b=1' in .* is not closed"),
        ("somebodys.agents:anything:a=()", r"'a=\(\)' in .* is not a parameter: write name=value"),
        ("somebodys.agents:verbatim", "after the colon"),
        ("some body:x", "unknown agent 'some body'"),
        (":x", "unknown agent ''"),
        ("mine.py:Fixed", "names a file: .* mine:Fixed,"),
        ("./somebodys/agents.py:Fixed:place=1", "names a file: .* agents:Fixed:place=1,"),
        ("mine.py", "names a file: .* mine:function,"),
    ],
)
def test_what_names_nothing(folder: Path, spec: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        load_agent(spec, GROUP)


@pytest.mark.skipif(JIT_OFF, reason="without compilation a choice is any function")
def test_a_compiled_choice_makes_no_agent() -> None:
    with pytest.raises(ValueError, match=r"heuristic:choose_greedy .* CompiledAgent\(choose_greedy\)"):
        load_agent("durak_env.agents.heuristic:choose_greedy", GROUP)


@pytest.mark.slow
def test_the_command_line_and_its_workers_find_it(folder: Path) -> None:
    command = "from baselines.durak.cli import app; app()"
    arguments = ["match", "somebodys.agents:Fixed", "random", "--games", "8", "--seed", "0", "--jobs", "2", "--json"]
    done = subprocess.run([sys.executable, "-P", "-c", command, *arguments], capture_output=True, text=True, check=True)
    here = play_match("somebodys.agents:Fixed", "random", games=8)
    assert json.loads(done.stdout)["wins"] == MatchReport(here, 0.98).figures()["wins"]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("ill:lines", r"ill:lines cannot be imported: NameError: .*'undefined'.* \(ill\.py, line 1\)"),
        ("unread:lines", r"unread:lines cannot be imported: SyntaxError: .*unread\.py, line 2"),
        ("well:missing", r"'well:missing' cannot be made: KeyError: 'key' \(.*well\.py, line 5\)"),
        ("well:wrong", r"'well:wrong' cannot be made: TypeError: .* \(.*well\.py, line 8\)"),
    ],
)
def test_a_fault_in_an_agent_s_file_is_told_with_its_line_and_where_to_see_more(
    spec: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    Path("ill.py").write_text("undefined\n")
    Path("unread.py").write_text("\ndef (:\n")
    Path("well.py").write_text(
        "import os\n\n\ndef missing():\n    return os.environ['no such'] if 0 else {}['key']\n\ndef wrong():\n"
        "    return sorted([1, 'a'])\n"
    )
    with pytest.raises(ValueError, match=said) as caught:
        load_agent(spec, GROUP)
    command = str(caught.value).partition("python -c ")[2].strip('"')
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" in done.stderr
    assert type(caught.value.__cause__).__name__ in done.stderr


class Unready:
    """An agent that raises a given error in ``prepare``."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def prepare(self, *given: Any) -> None:
        raise self._error  # here

    def act(self, info: Any, rng: Any) -> int:
        return 0


@pytest.mark.parametrize("error", [KeyError("deck"), SystemExit(0)], ids=repr)
@pytest.mark.parametrize("make", [DurakEnv, lambda agent: play_match(agent, "low", 2)], ids=["environment", "match"])
def test_a_fault_in_an_agent_s_preparation_is_told(make: Any, error: BaseException) -> None:
    line = 1 + Path(__file__).read_text().splitlines().index("        raise self._error  # here")
    with pytest.raises(ValueError, match=rf"'Unready' cannot play: .*{type(error).__name__}.*specs\.py, line {line}"):
        make(Unready(error))


@pytest.mark.parametrize("spec", ["first", "maths:first", "math:1"])
def test_a_group_without_agents_says_where_they_are_listed(spec: str) -> None:
    with pytest.raises(ValueError, match=r"no_game\.agents"):
        load_agent(spec, "no_game.agents")


def test_a_spec_without_end_is_refused_in_short() -> None:
    with pytest.raises(ValueError, match=r"at most 10,000 characters, got 20,000: 'm{80}'\.\.\.$"):
        load_agent("m" * 20_000, Durak.AGENTS)


@pytest.mark.parametrize("length", [299, 300, 301, 5000])
def test_foreign_text_is_repeated_in_part(length: int) -> None:
    text = "".join(chr(ord("a") + place % 26) for place in range(length))
    told = shortened(text)
    assert len(told) == min(length, 300)
    head, _, tail = told.partition(" ... ")
    assert text.startswith(head)
    assert text.endswith(tail)
