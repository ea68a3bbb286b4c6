"""What training runs depend on: settings as flags of a command line, and those of a run that goes on."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar, cast

from cardkit.checks import whole
from cardkit.commands.leaving import leaving_at_once
from durak_env.rules import Rules

LEAST = {"seed": 0} | dict.fromkeys(
    ("plies", "games", "steps", "batch", "hidden", "check_every", "check_games", "threads"), 1
)
"""By name, from where on settings of all runs go; those of the deck are checked by the rules."""


def flag(default: Any, meaning: str) -> Any:
    """A field of the settings, told in the command line's help."""
    return field(default=default, metadata={"help": meaning})


@dataclass(frozen=True)
class RunSettings:
    """What the algorithms have in common; each is a flag of the command line.

    Raises:
        ValueError: a number is below its range.
    """

    folder: str = flag("runs/mine", "where policy.safetensors, checkpoint.pt and log.jsonl are written")
    resume: bool = flag(False, "go on from the checkpoint in the folder; plies may differ from what it was begun with")
    seed: int = flag(1, "of the games, the first weights and all draws")
    plies: int = flag(10_000_000, "choices to learn from, of all seats that learn")
    games: int = flag(1024, "games at once")
    steps: int = flag(32, "choices collected in each game between two updates")
    batch: int = flag(2048, "choices a gradient step")
    hidden: int = flag(256, "units of each of the policy's two hidden layers")
    against: str = flag("", "an agent to play against at one seat, not learnt from; without it both seats learn")
    start: str = flag("", "a file of such a network, whose weights are the first; else they are drawn")
    check_every: int = flag(100, "updates between two checkpoints with evaluation; all games begin anew then")
    check_games: int = flag(2000, "games against each agent of the ladder, in mirrored pairs")
    ladder: str = flag("random;greedy;smart", "agents to be evaluated against, with semicolons between")
    threads: int = flag(1, "of torch and of the games; with more than one a seed no longer gives the same curve")
    device: str = flag("cpu", "where torch computes: cpu, or cuda for a GPU; the games are played on the processor")
    start_rank: int = flag(6, "lowest rank of the deck")
    num_suits: int = flag(4, "suits of the deck")
    hand_size: int = flag(6, "cards of a hand")

    def __post_init__(self) -> None:
        for one in fields(self):
            if one.name in LEAST:
                whole(one.name, getattr(self, one.name), LEAST[one.name], None, cast(Any, one.default))

    @property
    def rules(self) -> Rules:
        """Of the games."""
        return Rules(self.start_rank, self.num_suits, self.hand_size)

    @property
    def updates(self) -> int:
        """How many make up the run."""
        return max(1, self.plies // (self.games * self.steps))

    @property
    def opponents(self) -> list[str]:
        """Specs of the agents to be evaluated against: the ladder, and whom the run plays against."""
        ladder = [name.strip() for name in self.ladder.split(";") if name.strip()]
        return [*ladder, self.against] if self.against and self.against not in ladder else ladder


Settings = TypeVar("Settings", bound=RunSettings)
Kind = TypeVar("Kind")


def parse_settings(kind: type[Kind], arguments: Sequence[str] | None = None) -> Kind:
    """The settings of a kind, a dataclass of `flag` fields, that a command line's flags ask for."""
    parser = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    for one in fields(cast(Any, kind)):
        name, meaning = f"--{one.name.replace('_', '-')}", one.metadata["help"]
        if isinstance(one.default, bool):
            parser.add_argument(name, action="store_true", help=meaning)
        else:
            parser.add_argument(name, type=type(one.default), default=one.default, help=meaning)
    return kind(**vars(parser.parse_args(arguments)))


@contextmanager
def errors_in_a_line() -> Iterator[None]:
    """Leave a program with one line, and no traceback, at Ctrl-C and where settings or files will not do."""
    program = Path(sys.argv[0]).name
    with leaving_at_once(program):
        try:
            yield
        except (ValueError, OSError) as error:
            raise SystemExit(f"{program}: {error}") from None


def check_fresh(file: Path) -> None:
    """See whether a new run may write where this file would stand.

    Raises:
        ValueError: there is one already, which would be lost.
    """
    if file.exists():
        raise ValueError(f"{file} is of another run: go on from it with --resume, or name another --folder")


def check_unchanged(settings: Any, before: Mapping[str, Any], may_change: Collection[str], where: str) -> None:
    """See whether a run can go on with these settings.

    Args:
        settings: a dataclass of `flag` fields.
        before: those that the run was begun with, by name; settings that came later were as they are by default.
        may_change: names of those that do not matter.
        where: the settings before were found, for the error.

    Raises:
        ValueError: they are others than before.
    """
    defaults = {one.name: one.default for one in fields(settings)}
    begun = defaults | dict(before)
    changed = {
        name: value for name, value in asdict(settings).items() if name not in may_change and begun[name] != value
    }
    if changed:
        raise ValueError(f"{where} is of a run with other settings than {changed}")
