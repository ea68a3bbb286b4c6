"""The benchmark's figures of an agent of Durak beside its scores: regret in endgames, exploitability."""

from __future__ import annotations

from typing import Any

from baselines.durak.lab.regret import recorded_regret
from cardkit.benchmark.track import QUICKEST, Playing, Progress, Task

OPPONENT = "bench1-champion-2"
MOST_PAIRS = 1000
SMALL = "start_rank=11,num_suits=2,hand_size=3"
LARGER = "start_rank=12,num_suits=3,hand_size=3"
ANSWERS = {"20us": 16, "1ms": 16, "50ms": 2, "unlimited": 2}
"""The number of questions to an agent at each information set, by its time class."""


def regret(task: Task, progress: Progress, matches: Playing) -> dict[str, Any]:
    """Measure the loss of a decisive choice in an endgame, in games against a fixed opponent."""
    match = matches.play((OPPONENT,), min(task.deals, MOST_PAIRS), task.seed, progress, recorded=True)
    found = recorded_regret(match).where_it_matters
    if not found.choices:
        return {"text": "regret none", "choices": 0}
    return {
        "text": f"regret {found.mean:.3f}",
        "mean": round(found.mean, 6),
        "interval": [round(end, 6) for end in found.interval()],
        "choices": found.choices,
        "unsolved": found.unsolved,
    }


def exploitability(task: Task, progress: Progress, _: Playing) -> dict[str, Any]:
    """Measure how much a perfect opponent wins a game from the agent.

    The game has 2 suits and 4 ranks; a quick agent also plays one of 3 and 3. Both deal
    hands of 3, and end with their exact value once the talon is empty.
    """
    small = _exploited(SMALL, task, ANSWERS[task.time_class], progress)
    if task.time_class != QUICKEST:
        return {"text": f"exploitability {small['told']}", "2x4": small}
    larger = _exploited(LARGER, task, 2, progress)
    return {"text": f"exploitability {small['told']}, of 3x3 {larger['told']}", "2x4": small, "3x3": larger}


def _exploited(rules: str, task: Task, answers: int, progress: Progress) -> dict[str, Any]:
    from baselines.durak.solving.durak_tree import durak_tree
    from baselines.durak.solving.exploitability import exploitability as measured

    game = durak_tree(rules)
    found = measured(task.agent, game, game.tree.uniform(), answers, task.seed, progress)
    bounds = {"least": round(found.least, 6), "most": round(found.most, 6)}
    return {"told": str(found), "rules": rules, "answers": answers, **bounds}
