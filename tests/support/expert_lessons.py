"""The rules of expert that would make smart stronger: ``python -m tests.support.expert_lessons`` prints a table.

Each line is a match of smart with some of the rules against smart itself, 20,000 games, seed 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines import play_match
from baselines.durak.agents.others.expert import choose_as_expert, closing_trump, keeps_trumps, late_pairs
from cardkit.agents import compiled_choice
from cardkit.compiled.bits import ZERO, lowest
from durak_env.agents.heuristic import choose_smart, knows_the_defender
from durak_env.agents.tactics import NULLS, lowest_card
from durak_env.cards import DONE_SLOT, TAKE_SLOT, bit
from durak_env.compiled_agents import CompiledAgent
from durak_env.core.records import DEFENCE, THROW_IN_AFTER_TAKE
from durak_env.core.transfers import card_to_beat

TAKE_TRUMPS, KEEP_TRUMPS, PAIRS, THROW_IN_TRUMPS, CLOSE, GIVE_NOTHING, KNOW_LAST = (1 << bit for bit in range(7))
RULES = {
    "that takes a trump early": TAKE_TRUMPS,
    "that takes rather than beat with a trump early": KEEP_TRUMPS,
    "that attacks with pairs at the end": PAIRS,
    "that throws in trumps once the talon has four cards": THROW_IN_TRUMPS,
    "that plays the highest trumps first at the end": CLOSE,
    "that throws in nothing after a take": GIVE_NOTHING,
    "with all of these": 63,
    "with all of these, before its weaknesses": 127,
}


def smart_with(rules: int) -> CompiledAgent:
    """Return the agent smart with some rules of expert."""

    @compiled_choice
    def choose(info: Any, stream: Any, memory: np.ndarray) -> Any:
        cards = info.legal & ~NULLS
        if cards == ZERO:
            return lowest(info.legal)
        if info.phase == DEFENCE:
            given = bit(card_to_beat(info)) & info.trumps != ZERO
            if rules & TAKE_TRUMPS and given and info.talon_size > 6:
                return np.int64(TAKE_SLOT)
            if rules & KEEP_TRUMPS and not given and cards & ~info.trumps == ZERO and keeps_trumps(info):
                return np.int64(TAKE_SLOT)
            return np.int64(choose_smart(info, stream, memory))
        if knows_the_defender(info) and not rules & KNOW_LAST:
            return np.int64(choose_smart(info, stream, memory))
        if rules & GIVE_NOTHING and info.phase == THROW_IN_AFTER_TAKE:
            return np.int64(DONE_SLOT)
        if rules & CLOSE and closing_trump(info, cards) >= 0:
            return np.int64(closing_trump(info, cards))
        if rules & PAIRS and late_pairs(info, cards) != ZERO:
            return np.int64(lowest_card(late_pairs(info, cards), info.trumps))
        if rules & THROW_IN_TRUMPS and info.talon_size <= 4:
            return np.int64(lowest_card(cards, info.trumps))
        return np.int64(choose_smart(info, stream, memory))

    return CompiledAgent(choose)


@compiled_choice
def expert_by_weaknesses(info: Any, stream: Any, memory: np.ndarray) -> Any:
    """Choose as expert, which attacks like smart once it knows the other hand."""
    knows = info.phase != DEFENCE and info.legal & ~NULLS != ZERO and knows_the_defender(info)
    return np.int64(choose_smart(info, stream, memory) if knows else choose_as_expert(info, stream, memory))


def main() -> None:
    """Print a line for each set of rules, and one for expert with smart's weaknesses."""
    for name, rules in RULES.items():
        _show(f"smart {name}", smart_with(rules), "smart")
    _show("expert with the weaknesses of smart", CompiledAgent(expert_by_weaknesses), "expert")


def _show(name: str, agent: Any, other: str) -> None:
    match = play_match(agent, other, games=20_000, seed=1)
    low, high = match.interval(0.98)
    print(f"| {name} | `{other}` | {match.score:.3f} ({low:.3f} to {high:.3f}) |", flush=True)


if __name__ == "__main__":
    main()
