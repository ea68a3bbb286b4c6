"""Oh Hell!'s part of training runs.

What counts is the margin, the points of a seat less the mean of the others'. The saved policy plays without torch
(`baselines.oh_hell.agents.policy`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from baselines.oh_hell.agents.policy import PolicyAgent
from baselines.oh_hell.learning.policy_file import FORMAT
from cardkit.learning.policies.policy_run import PolicyRun, PolicySettings
from cardkit.learning.settings import flag, rules_flags
from oh_hell_env.oh_hell import OhHell
from oh_hell_env.rules import Rules

MARGIN = "margin"


@dataclass(frozen=True)
class OhHellSettings(PolicySettings):
    """The settings that all runs of Oh Hell! share; each is a flag of the command line."""

    folder: str = flag("runs/oh_hell", "folder for policy.safetensors, checkpoint.pt and log.jsonl")
    rules: Rules = rules_flags(Rules())  # noqa: RUF009
    ladder: str = flag("random;informed:version=2", "agents for the evaluation, separated by semicolons")


AnySettings = TypeVar("AnySettings", bound=OhHellSettings)


class OhHellRun(PolicyRun[AnySettings]):
    """A training run of Oh Hell!."""

    FORMAT, AGENT = FORMAT, PolicyAgent

    @cached_property
    def variant(self) -> OhHell:
        """The game that is played."""
        return OhHell(self.settings.rules, returns=MARGIN)
