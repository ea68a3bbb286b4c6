"""Reports of audits: findings with their proofs, how much was compared, and a table without a verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cardkit.wording import counted, shortened

LONGEST_VALUE, LONGEST_HISTORY = 200, 400  # characters of a line


@dataclass
class Finding:
    """A suspicion with its proof; a person judges, for some are harmless.

    Attributes:
        rule: ``(i)`` to ``(iv)``, or ``(0)`` for a channel that tells two things of one history.
        what: it in a sentence, as ``observation_string tells what information_state_string does not``.
        player: who saw it in the shortest example.
        history: actions from the start of that example to where it shows.
        other: the actions of the history beside it; empty for an exchange.
        change: how the two differ.
        seen: what the player saw in each.
        count: how often it was met.
    """

    rule: str
    what: str
    player: object
    history: tuple[object, ...]
    other: tuple[object, ...] = ()
    change: str = ""
    seen: tuple[str, str] = ("", "")
    count: int = 0

    def __str__(self) -> str:
        sees = [f"    {shortened(text, LONGEST_VALUE)}" for text in self.seen if text]
        history = shortened(" ".join(map(str, self.history)) or "none", LONGEST_HISTORY)
        lines = [
            f"{self.rule} {self.what}: {counted(self.count, 'time')}",
            f"  shortest: player {self.player} after the actions {history}",
            f"  beside it: {self.change}",
            *(["  he sees", *sees] if sees else []),
        ]
        return "\n".join(lines)


class Findings:
    """Findings under way: of each kind the shortest example, and how often it was met."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Finding] = {}

    def add(self, rule: str, what: str, length: int, example: Callable[[], Finding]) -> None:
        """Count a finding, and keep its example if it is the first or a shorter one."""
        known = self._found.get((rule, what))
        if known is None or length < len(known.history):
            new = example()
            new.count = known.count if known else 0
            self._found[rule, what] = known = new
        known.count += 1

    def listed(self) -> list[Finding]:
        """List the findings by rule, and of each rule the most frequent first."""
        return sorted(self._found.values(), key=lambda one: (one.rule, -one.count, one.what))


@dataclass
class Report:
    """The result of an audit; ``print`` shows all of it.

    Attributes:
        title: the game, the versions and the seed.
        findings: by rule; empty if nothing was found.
        compared: by phase, how many pairs were compared in it.
        outcomes: by channel, who sees which outcome of chance at the next decision; no verdict.
        notes: what was not looked at, and why.
    """

    title: str
    findings: list[Finding] = field(default_factory=list)
    compared: Counter[str] = field(default_factory=Counter)
    outcomes: dict = field(default_factory=dict)  # of texts by texts
    notes: Sequence[str] = ()

    def of(self, rule: str) -> list[Finding]:
        """Return the findings of a rule, such as ``(ii)``."""
        return [one for one in self.findings if one.rule == rule]

    def __str__(self) -> str:
        phases = ", ".join(f"{phase}: {number:,}" for phase, number in self.compared.items()) or "none"
        same: dict[str, list[str]] = {}
        for channel, text in self.outcomes.items():
            same.setdefault(text, []).append(channel)
        table = [f"  {text}   {', '.join(channels)}" for text, channels in same.items()]
        silence = "no finding; silence is no proof" if self.compared else "nothing was compared: this says nothing"
        parts = [
            self.title,
            f"pairs compared, by phase: {phases}",
            *self.notes,
            *(["who sees which outcome of chance at the next decision (no verdict):", *table] if table else []),
            *(map(str, self.findings) if self.findings else [silence]),
        ]
        return "\n".join(parts)
