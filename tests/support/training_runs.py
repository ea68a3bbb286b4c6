"""Small training runs, for the tests of all kinds of learners."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from baselines.durak.agents.policy import policy
from baselines.durak.arena.match import play_match
from durak_env.rules import Rules

RULES = Rules(start_rank=11, num_suits=2, hand_size=3)  # 2 suits of 4 ranks
SMALL = {"start_rank": RULES.start_rank, "num_suits": RULES.num_suits, "hand_size": RULES.hand_size}


def curve(folder: str | Path) -> list[dict[str, Any]]:
    """Return the log of a run, without the time that it took."""
    rows = [json.loads(line) for line in (Path(folder) / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    return [{name: value for name, value in row.items() if name != "seconds"} for row in rows]


def trained(kind: Any, settings: Any) -> Any:
    """Train a run of a kind of learner to its end."""
    from cardkit.learning.run import to_the_end

    return to_the_end(kind(settings))


def check_goes_on(kind: Any, whole: Any, folder: Path, updates: int) -> None:
    """Check that a run broken off after so many updates, in another folder, goes on as if it had not been."""
    trained(kind, whole)
    broken = replace(whole, folder=str(folder))
    for update in kind(broken).run():
        if update == updates:
            break
    trained(kind, replace(broken, resume=True))
    assert curve(whole.folder) == curve(folder)
    assert len(curve(folder)) > 1


def check_beats_greedy(folder: Path) -> None:
    """Check that the policy in a folder beats greedy, by these rules, which one that plays at random does not."""
    untrained = play_match("uniform", "greedy", 10_000, seed=2, rules=RULES)
    learned = play_match(policy(str(folder / "policy.safetensors")), "greedy", 10_000, seed=2, rules=RULES)
    assert learned.interval(0.98)[0] > 0.5 > untrained.interval(0.98)[1]
