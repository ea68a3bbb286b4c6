"""Settings of training runs of any game as command-line flags, and checks that a resumed run keeps them."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar, cast

from cardkit.checks import MOST_WORKERS, whole
from cardkit.commands.leaving import leaving_at_once
from cardkit.report.signs import write_signs_that_exist
from cardkit.rules.declared import declared_rules

MOST = {"threads": MOST_WORKERS, "plies": 10**12}
LEAST = (
    {"seed": 0}
    | dict.fromkeys(
        (
            *("plies", "games", "steps", "batch", "hidden", "check_every", "check_games", "threads", "epochs"),
            *("critic_hidden", "past_every"),
        ),
        1,
    )
    | {"generations": 0, "population": 2}
)
"""The least value of each whole number among the settings."""


Kind = TypeVar("Kind")


def flag(default: Any, meaning: str) -> Any:
    """Make a settings field with its help text for the command line."""
    return field(default=default, metadata={"help": meaning})


def parted(text: str) -> list[str]:
    """Split a setting that lists some parts at the semicolons."""
    return [part.strip() for part in text.split(";") if part.strip()]


def check_ranges(settings: Any) -> None:
    """Raise ValueError if a number among the settings, a dataclass of `flag` fields, is out of range or not finite."""
    for one in fields(settings):
        value = getattr(settings, one.name)
        if one.name in LEAST:
            whole(one.name, value, LEAST[one.name], MOST.get(one.name), cast(Any, one.default))
        elif isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"{one.name} must be a finite number (default {one.default}), got {value}")


def rules_flags(rules: Kind, only: Sequence[str] = ()) -> Kind:
    """Make a settings field of rules, each of which is a flag of its own; with ``only``, others cannot be changed."""
    return cast(Any, field(default=rules, metadata={"only": tuple(only) or tuple(declared_rules(type(rules)))}))


def flat(settings: Any) -> dict[str, Any]:
    """Return the settings by name, the rules among them; in this form they stand in files."""
    found: dict[str, Any] = {}
    for one in fields(settings):
        value = getattr(settings, one.name)
        found |= (
            {name: getattr(value, name) for name in one.metadata["only"]}
            if "only" in one.metadata
            else {one.name: value}
        )
    return found


def with_flat(settings: Kind, **changes: Any) -> Kind:
    """Change settings and their rules.

    Raises:
        ValueError: they have no such setting.
    """
    if lacking := [name for name in changes if name not in flat(settings)]:
        raise ValueError(f"no setting {', '.join(lacking)}")
    for one in fields(cast(Any, settings)):
        if among := {name: changes.pop(name) for name in one.metadata.get("only", ()) if name in changes}:
            changes[one.name] = replace(getattr(settings, one.name), **among)
    return replace(cast(Any, settings), **changes)


@dataclass(frozen=True)
class RunSettings:
    """The settings that all algorithms share; each is a flag of the command line.

    Raises:
        ValueError: a number is below its range.
    """

    folder: str = flag("runs/mine", "folder for policy.safetensors, checkpoint.pt and log.jsonl")
    resume: bool = flag(False, "continue from the checkpoint in the folder; plies may differ from the earlier run")
    seed: int = flag(1, "seed of the games, the initial weights and all draws")
    plies: int = flag(10_000_000, "choices to learn from, of all seats that learn")
    games: int = flag(1024, "games played at once")
    steps: int = flag(32, "choices collected in each game between two updates")
    batch: int = flag(2048, "choices per gradient step")
    hidden: int = flag(256, "units in each of the policy's two hidden layers")
    check_every: int = flag(100, "updates between two checkpoints with evaluation; all games restart there")
    check_games: int = flag(2000, "games of the evaluation against each agent")
    threads: int = flag(1, "threads of torch and of the games; with several, a seed no longer fixes the curve")
    device: str = flag("cpu", "where torch computes: cpu, or cuda for a GPU; the games always run on the processor")

    def __post_init__(self) -> None:
        check_ranges(self)

    @property
    def updates(self) -> int:
        """The number of updates in the run."""
        return max(1, self.plies // (self.games * self.steps))


Settings = TypeVar("Settings", bound=RunSettings)


def parse_settings(kind: type[Kind], arguments: Sequence[str] | None = None) -> Kind:
    """Read the flags of a command line into settings of a kind, a dataclass of `flag` fields."""
    parser = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    usual = kind()
    told = {one.name: one.metadata["help"] for one in fields(cast(Any, kind)) if "help" in one.metadata}
    rules = [declared_rules(type(one.default)) for one in fields(cast(Any, kind)) if "only" in one.metadata]
    for each in rules:
        told |= {name: one.told for name, one in each.items()}
    for name, default in flat(usual).items():
        flag, meaning = f"--{name.replace('_', '-')}", told[name]
        if isinstance(default, bool):
            action: Any = argparse.BooleanOptionalAction if default else "store_true"
            parser.add_argument(flag, action=action, default=default, help=meaning)
        else:
            kind_of_value = int if default is None else type(default)
            parser.add_argument(flag, type=kind_of_value, default=default, help=meaning)
    return with_flat(usual, **vars(parser.parse_args(arguments)))


@contextmanager
def errors_in_a_line() -> Iterator[None]:
    """End the program with one line instead of a traceback on Ctrl-C and on faulty settings, files or libraries."""
    program = Path(sys.argv[0]).name
    write_signs_that_exist()
    with leaving_at_once(program):
        try:
            yield
        except (ValueError, OSError, ImportError) as error:
            raise SystemExit(f"{program}: {error}") from None


def check_fresh(file: Path) -> None:
    """Check that a new run would not overwrite this file.

    Raises:
        ValueError: the file exists.
    """
    if file.exists():
        raise ValueError(f"{file} belongs to another run: resume that one with --resume, or name another --folder")


def check_unchanged(settings: Any, before: Mapping[str, Any], may_change: Collection[str], where: str) -> None:
    """Check that a run can be resumed with these settings.

    Args:
        settings: a dataclass of `flag` fields.
        before: the earlier settings by name; settings added since then had their defaults.
        may_change: names of settings that may differ.
        where: where the earlier settings were found, for the error.

    Raises:
        ValueError: other settings differ.
    """
    begun = flat(type(settings)()) | dict(before)
    changed = {
        name: begun[name] for name, value in flat(settings).items() if name not in may_change and begun[name] != value
    }
    if changed:
        raise ValueError(f"{where} was started with different settings: {changed}")
