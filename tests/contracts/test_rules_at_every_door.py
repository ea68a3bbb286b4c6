"""A rule has one name, one range and one default at every door of a game: commands, page, training, programs, docs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from typer.main import get_command

import bang_env.rules
import bang_env.table.view
import baselines.bang.agents.external
import baselines.bang.cli
import baselines.durak.agents.external
import baselines.durak.cli
import baselines.oh_hell.agents.external
import baselines.oh_hell.cli
import durak_env.rules
import durak_env.table.view
import oh_hell_env.rules
import oh_hell_env.table.view
from cardkit.commands.rule_options import rule_options
from cardkit.learning.settings import RunSettings, flat, parse_settings, rules_flags, with_flat
from cardkit.rules.declared import Rule, check_rules, declared_rules, rule, with_attributes
from cardkit.rules.recorded import fill_rules, record_fields, recorded_rules
from cardkit.rules.variant_rules import VariantRules
from cardtable.view import options_of

DOCS = Path(__file__).parents[2] / "docs"


@dataclass(frozen=True)
class Doors:
    """The doors of a game's rules: ``changed`` is a rule that a caller changes, ``settings`` are of training."""

    rules: type[Any]
    program: typer.Typer
    changed: dict[str, Any]
    options: Sequence[Any]
    settings: tuple[str, str] | None
    codec: Any
    pages: tuple[str, ...]


GAMES = {
    "durak": Doors(
        durak_env.rules.Rules,
        baselines.durak.cli.app,
        {"num_suits": 3},
        durak_env.table.view.DurakView.options,
        ("baselines.durak.learning.durak_settings", "TableSettings"),
        baselines.durak.agents.external.CODEC,
        ("durak/rules.md", "durak/many_seats.md"),
    ),
    "oh-hell": Doors(
        oh_hell_env.rules.Rules,
        baselines.oh_hell.cli.app,
        {"num_suits": 3},
        oh_hell_env.table.view.OhHellView.options,
        ("baselines.oh_hell.learning.self_play", "Settings"),
        baselines.oh_hell.agents.external.CODEC,
        ("oh_hell/rules.md",),
    ),
    "bang": Doors(
        bang_env.rules.Rules,
        baselines.bang.cli.app,
        {"max_rounds": 9},
        bang_env.table.view.BangView.options,
        None,  # it trains for several sizes of the table at once
        baselines.bang.agents.external.CODEC,
        ("bang/rules.md",),
    ),
}
each_game = pytest.mark.parametrize("doors", GAMES.values(), ids=GAMES)


def flag_of(one: Rule) -> str:
    return f"--{one.name.replace('_', '-')}"


@each_game
def test_every_command_that_plays_has_an_option_of_each_rule(doors: Doors) -> None:
    program: Any = get_command(doors.program)
    choosing = [name for name, command in program.commands.items() if any(p.name == "rules" for p in command.params)]
    found = {name: {option.name: option for option in program.commands[name].params} for name in choosing}
    full = [name for name in choosing if "num_players" in found[name]]
    assert {"match", "tournament", *(["train"] if doors.settings else [])} <= set(full)
    for options in (found[name] for name in full):
        for name, one in declared_rules(doors.rules).items():
            option = options[name]
            assert flag_of(one) in option.opts
            assert set(one.aliases) <= {*option.opts, *option.secondary_opts}
            assert option.default is None  # not given: the rules decide
            assert one.range in option.help
            if one.kind == "flag":
                assert f"--no-{flag_of(one)[2:]}" in option.secondary_opts
                assert option.show_default == ("on" if one.default else "off")
            else:
                assert option.show_default == (one.none if one.default is None else str(one.default))


@each_game
def test_options_change_rules_by_name_and_the_rest_keep_their_defaults(doors: Doors) -> None:
    make: Callable[..., Any] = rule_options(doors.rules)
    assert make() == doors.rules()
    for name in ("standard", *doors.rules.NAMED):
        assert make(rules=name) == doors.rules.of(name)
        assert make(rules=name, **doors.changed) == doors.rules(**doors.rules.NAMED.get(name, {}) | doors.changed)


def test_options_and_a_text_need_to_hold_only_together() -> None:
    make: Callable[..., Any] = rule_options(durak_env.rules.Rules)
    assert make(rules="passport=True", transfer=True) == durak_env.rules.Rules(passport=True, transfer=True)


@each_game
def test_a_number_in_a_text_of_rules_has_ascii_digits(doors: Doors) -> None:
    for name, one in declared_rules(doors.rules).items():
        if one.kind == "integer":
            with pytest.raises(ValueError, match=rf"^{name} must be an integer.*, got '٣'$"):
                doors.rules.of(f"{name}=٣")


@each_game
def test_the_page_offers_the_same_names_ranges_and_defaults(doors: Doors) -> None:
    offered = {option.name: option for option in doors.options}
    wanted = {name: one for name, one in declared_rules(doors.rules).items() if one.page}
    assert list(offered) == list(wanted)
    for name, one in wanted.items():
        option = offered[name]
        assert (option.kind, option.default, option.least, option.most) == (one.kind, one.default, one.low, one.high)
        assert tuple(option.choices) == tuple(one.choices or ())
        assert option.optional == (one.none is not None)


@each_game
def test_training_has_a_flag_for_each_rule(doors: Doors) -> None:
    if doors.settings is None:
        pytest.skip("its training takes no rules")
    module, name = doors.settings
    if module.endswith("self_play") and not find_spec("torch"):
        pytest.skip("training needs the extra train")
    kind: type[RunSettings] = getattr(import_module(module), name)
    usual = flat(kind())
    assert {name: usual[name] for name in declared_rules(doors.rules)} == asdict(doors.rules())
    read: Any = parse_settings(kind, ["--num-players", "3", "--num-suits", "3"])
    assert read.rules == doors.rules(num_players=3, num_suits=3)


@pytest.mark.skipif(not find_spec("pyspiel"), reason="needs OpenSpiel")
def test_openspiel_has_the_rules_of_two_seats_of_durak() -> None:
    from durak_env.openspiel.game import GAME_TYPE

    usual = asdict(durak_env.rules.Rules())
    for name, value in GAME_TYPE.parameter_specification.items():
        assert value == (0 if usual[name] is None else usual[name])
    assert usual.keys() - GAME_TYPE.parameter_specification.keys() == {"num_players", "throw_in", "num_teams"}


@each_game
def test_help_tells_each_rule_and_its_range(doors: Doors) -> None:
    told = " ".join((doors.rules.__doc__ or "").split())
    for name, one in declared_rules(doors.rules).items():
        assert f"{name}: {one.sentence}." in told


@each_game
def test_the_docs_have_each_rule_with_its_default(doors: Doors) -> None:
    pages = "\n".join((DOCS / page).read_text(encoding="utf-8") for page in doors.pages)
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|", pages, re.MULTILINE)
    named = {name: default.strip("` ") for name, default in reversed(rows)}  # the first table has the rules
    assert {name: named[name] for name in declared_rules(doors.rules)} == {
        name: str(one.default) for name, one in declared_rules(doors.rules).items()
    }


@each_game
@pytest.mark.parametrize("wrong", [True, -1, "nothing of the kind", 1 << 70])
def test_what_is_out_of_range_is_refused_by_name(doors: Doors, wrong: Any) -> None:
    for name, one in declared_rules(doors.rules).items():
        if one.kind == "text" or (one.kind == "flag" and wrong is True) or (one.high is None and wrong == 1 << 70):
            continue
        with pytest.raises(ValueError, match=name):
            doors.rules(**{name: wrong})


@with_attributes
@dataclass(frozen=True, slots=True)
class Toy(VariantRules):
    """The rules of a toy."""

    sheep: int = rule(5, low=1, high=300, say="sheep in the herd", record="u2")
    wolf: bool = rule(False, say="let a wolf come", record="u1")
    shout: str = rule("loud", choices={"loud": "heard by all", "low": ""}, say="how herders shout", record="u1")
    hours: int | None = rule(None, low=1, none="until dark", say="hours of a game", record="u1", record_as="time")

    def __post_init__(self) -> None:
        check_rules(self)


@dataclass(frozen=True)
class ToySettings(RunSettings):
    """Training of the toy."""

    rules: Toy = rules_flags(Toy())  # noqa: RUF009


def test_a_rule_that_a_game_declares_is_at_every_door_without_another_line() -> None:
    rules = Toy(sheep=300, wolf=True, shout="low")
    states = np.zeros(2, record_fields(Toy))
    fill_rules(states, rules)
    assert states.dtype.names == ("sheep", "wolf", "shout", "time")
    assert Toy(**recorded_rules(Toy, states[1])) == rules
    assert rule_options(Toy)(rules="sheep=7", wolf=True) == Toy(sheep=7, wolf=True)
    assert [option.name for option in options_of(Toy)] == ["sheep", "wolf", "shout", "hours"]
    assert with_flat(ToySettings(), sheep=9).rules == Toy(sheep=9)
    assert parse_settings(ToySettings, ["--hours", "3", "--wolf"]).rules == Toy(hours=3, wolf=True)
    assert "hours: hours of a game (1 or more). None: until dark." in (Toy.__doc__ or "")
    with pytest.raises(ValueError, match="sheep must be an integer from 1 to 300, got 0"):
        Toy(sheep=0)


def test_rules_by_name_are_those_of_the_docs() -> None:
    rules = durak_env.rules.Rules
    assert rules.of("thesis") == rules.of("standard") == rules()
    assert rules.of("durak-online") == rules(max_attack_cards=6, first_discard_limit=5)
    assert rules.of("pagat, num_players=4") == rules(max_attack_cards=6, num_players=4)
    with pytest.raises(ValueError, match="write 'standard', 'thesis', 'durak-online', 'pagat' or name=value"):
        rules.of("chess")
    with pytest.raises(
        ValueError, match="'pagat' names a whole set of rules: one alone, which comes first; then name="
    ):
        rules.of("thesis,pagat")
    page = (DOCS / "durak" / "rules.md").read_text(encoding="utf-8")
    for name, changed in rules.NAMED.items():
        said = ", ".join(f"`{rule}={value}`" for rule, value in changed.items()) or "the defaults"
        assert f"| `{name}` | {said} |" in page
