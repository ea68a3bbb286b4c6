"""Programs that play Durak."""

from __future__ import annotations

from cardkit.programs.agent import ProgramAgent
from cardkit.programs.codec import RulesCodec
from cardkit.specs.marks import runs_foreign_code

CODEC = RulesCodec("durak")


@runs_foreign_code
def program(command: str, /) -> ProgramAgent:
    """Ask a program for its actions in JSON lines; see docs/kit/agent_protocol.md.

    Args:
        command: what starts the program: ``exec:./agent --depth 3`` or ``exec:python agent.py``.
    """
    return ProgramAgent(command, CODEC)
