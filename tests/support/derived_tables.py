"""Tables of pages that follow from code: of rules, of agents and their parameters, of the functions of a game."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any

from cardkit.compiled.bits import bit, lowest, popcount, random_bit, without_lowest
from cardkit.compiled.memory import store_bits
from cardkit.compiled.prng import below, chance
from cardkit.compiled.protocol import PROTOCOL
from cardkit.compiled.writers.bit_writer import begin_bits, end_bits
from cardkit.compiled.writers.piece_writer import put, put_size
from cardkit.dealing.places import lay_cards
from cardkit.encoding import player_of, ply_back, slot_of
from cardkit.report.agent_list import agent_help, parameter_help, preset_help
from cardkit.rules.declared import declared_rules
from cardkit.specs.entries import agent_factory

PAGE = re.compile(r"docs/(\w+/\w+\.md)")
"""A page that a docstring names, as seen from the checkout; all pages with tables lie one folder below docs."""
HELPERS = (
    below, chance, random_bit, bit, lowest, without_lowest, popcount, lay_cards,
    begin_bits, put, put_size, end_bits, store_bits, ply_back, player_of, slot_of,
)  # fmt: skip
"""The functions that compiled functions of a game call most."""


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Write a table of a page."""
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *([str(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def rules_table(rules: type[Any], names: Iterable[str] = ()) -> str:
    """Write the rules that vary, all or those of these names."""
    declared = declared_rules(rules)
    rows = []
    for name in names or declared:
        one = declared[name]
        values = {"flag": "True, False", "text": "text"}.get(one.kind, "")
        values = values or ", ".join(f"`{value}`" for value in one.choices or ()) or one.range
        meant = "; ".join(f"`{value}`: {meaning}" for value, meaning in (one.choices or {}).items() if meaning)
        parts = [one.say, meant, one.none and f"None: {one.none}"]
        default = one.default if one.kind in ("flag", "integer") or one.default is None else f"`{one.default}`"
        rows.append((f"`{name}`", values + ", None" * (one.none is not None), default, "; ".join(filter(None, parts))))
    return table(("rule", "values", "default", "meaning"), rows)


def agents_table(group: str) -> str:
    """Write the agents of a group of entry points with their docstrings' first lines, and their presets' settings."""
    rows = [(f"`{name}`", _in_markdown(said)) for name, (_, said) in agent_help(group).items()]
    rows += [(f"`{spec}`", f"`{spec.partition(':')[0]}:{given}`") for spec, given in preset_help(group).items()]
    return table(("agent", "what it does"), rows)


def parameters_table(group: str) -> str:
    """Write the parameters of all agents of a group, with their defaults and their lines of the docstrings."""
    rows = []
    for name in agent_help(group):
        told = [(given, said) for given, said in parameter_help(agent_factory(name, group)).items() if said]
        for number, (given, said) in enumerate(told):
            rows.append((f"`{name}`" * (number == 0), f"`{given}`", _in_markdown(said)))
    return table(("agent", "parameter", "meaning"), rows)


def functions_table() -> str:
    """Write the functions that a game brings for compiled loops, and the first line of each one's docstring."""
    rows = []
    for function in PROTOCOL:
        names = ", ".join(inspect.signature(function).parameters)
        rows.append((f"`{function.__name__}({names})`", _in_markdown((inspect.getdoc(function) or "").splitlines()[0])))
    return table(("function", "what it does"), rows)


def helpers_table() -> str:
    """Write what the compiled functions of a game call most, by module."""
    rows = []
    for function in HELPERS:
        names = ", ".join(inspect.signature(function).parameters)
        said = _in_markdown((inspect.getdoc(function) or "").partition("\n\n")[0].replace("\n", " "))
        rows.append((f"`{function.__name__}({names})`", f"`{function.__module__}`", said))
    return table(("function", "in", "what it does"), rows)


def _in_markdown(said: str) -> str:
    return PAGE.sub(r"[\1](../\1)", said.replace("``", "`").replace("|", r"\|"))
