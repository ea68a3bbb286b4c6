"""The tables of the page of commands: the commands of each program, those that print JSON, options of one meaning."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import typer

from baselines.bang.cli import app as bang
from baselines.durak.cli import app as durak
from baselines.oh_hell.cli import app as oh_hell
from tests.support.derived_tables import table

PROGRAMS = {"durak": durak, "oh-hell": oh_hell, "bang": bang}


def commands() -> dict[str, dict[str, Any]]:
    """Return by name of a command, as in ``examine game``: by program, the command."""
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    for program, app in PROGRAMS.items():
        for name, command in _leaves(typer.main.get_command(app)):
            found[name][program] = command
    return dict(found)


def _leaves(command: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    for name, child in getattr(command, "commands", {}).items():
        if hasattr(child, "commands"):
            yield from _leaves(child, f"{path}{name} ")
        else:
            yield f"{path}{name}", child


def options(command: Any) -> dict[str, str]:
    """Return the options of a command, by their names, with their meanings."""
    found = command.get_params(typer.Context(command))
    return {
        one.opts[0]: re.sub(r"\s+", " ", one.help or "")
        for one in found
        if one.param_type_name == "option" and not one.hidden and one.name != "help"
    }


def commands_table() -> str:
    """Write every command: the programs that have it, and the first sentence of its help."""
    rows = []
    for name, programs in commands().items():
        text = next(iter(programs.values())).help or ""
        sentence = re.sub(r"\s+", " ", re.split(r"\.\s|\n\n", text.strip())[0]).rstrip(".:")
        rows.append((f"`{name}`", *("yes" if program in programs else "" for program in PROGRAMS), sentence))
    return table(("command", *PROGRAMS, "does"), rows)


def json_commands() -> str:
    """Write the commands that print JSON."""
    each = ((name, programs.values()) for name, programs in commands().items())
    found = [f"`{name}`" for name, having in each if all("--json" in options(one) for one in having)]
    return f"`--json` is an option of {', '.join(found)}."


def meanings() -> dict[str, dict[str, list[tuple[str, str]]]]:
    """Return by option: by meaning, the programs and commands whose option it is."""
    found: dict[str, dict[str, list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))
    for name, programs in commands().items():
        for program, command in programs.items():
            for option, meaning in options(command).items():
                found[option][re.sub(rf"(?<![\w-]){program}(?=[ /])", "PROGRAM", meaning)].append((program, name))
    return {option: dict(by_meaning) for option, by_meaning in sorted(found.items())}


def options_table() -> str:
    """Write the options of the commands that all programs have, a row for each meaning of one."""
    everywhere = {name for name, programs in commands().items() if set(programs) == set(PROGRAMS)}
    rows = []
    for option, by_meaning in meanings().items():
        if {program for where in by_meaning.values() for program, _ in where} != set(PROGRAMS):
            continue
        shared = {meaning: [one for one in where if one[1] in everywhere] for meaning, where in by_meaning.items()}
        for number, (meaning, where) in enumerate(one for one in shared.items() if one[1]):
            of = ", ".join(dict.fromkeys(f"`{name}`" for _, name in where))
            programs = dict.fromkeys(program for program, _ in where)
            only = "" if len(programs) == len(PROGRAMS) else f" ({', '.join(programs)})"
            rows.append((f"`{option}`" * (number == 0), of + only, meaning.replace("|", r"\|").replace("<", r"\<")))
    return table(("option", "of", "means"), rows)
