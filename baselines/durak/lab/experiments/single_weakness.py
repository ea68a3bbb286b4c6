"""Tests by the endgame solver that a single weakness wins, as sections 2.8 and 4.2.2 say after E. Bonnet.

A weakness is a rank of which the other seat can beat every card that one holds. The positions are those in which the
smart agent would attack by its rule: no talon, nothing on the table, no trump in the other hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from baselines.durak.arena.match import play_match
from baselines.durak.endgames.solver import UNSOLVED, endgame_memory, outcome
from cardkit.arena.game_loop import PythonGame
from cardkit.lab.answers import Answer
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale
from durak_env.agents.tactics import below_in_suit, single_rank, weaknesses
from durak_env.cards import count
from durak_env.core.records import ATTACK
from durak_env.rules import Rules

NODES = 2_000_000
_RULES = {"without trumps": Rules(include_trumps=False), "with trumps": Rules()}


class SingleWeakness:
    """Positions of greedy games, without trumps and with them."""

    name = "section-4.2.2"
    title = "A single weakness, solved"

    def run(self, scale: Scale) -> Finding:
        """Solve the first such position of each game that has one."""
        games = scale.games(5000, 200)
        rows, verdicts = [], []
        for name, rules in _RULES.items():
            seed = scale.seed_of(self.name, name)
            scale.progress(f"{self.name}: {name}")
            found = scale.kept.measured(
                f"{self.name}: {name}, {games} games, seed {seed}, {NODES} nodes",
                lambda rules=rules, seed=seed: _outcomes(rules, games, seed),
            )
            solved = found[found != UNSOLVED]
            won, drawn = int(np.sum(solved == 1)), int(np.sum(solved == 0))
            rows.append((name, *(f"{number:,}" for number in (games, len(found), len(solved), won, drawn))))
            verdicts.append(
                Verdict(
                    f"{name}: a player with a single weakness to attack with has a winning strategy",
                    Answer.AGREES if 0 < won == len(solved) else Answer.DIFFERS if len(solved) else Answer.UNTOLD,
                    f"in {won:,} of {len(solved):,} positions",
                    "where each holds a single card, and the defender's beats the attacker's, the game is drawn",
                )
            )
        return Finding(
            "Greedy games; the first position of each in which the smart agent would attack by its single weakness",
            games * len(_RULES),
            ("rules", "games", "positions", "solved", "won", "drawn"),
            tuple(rows),
            tuple(verdicts),
        )


def _outcomes(rules: Rules, games: int, seed: int) -> np.ndarray:
    """Find what the attacker can reach in the first such position of each game that has one: 1, 0, -1 or `UNSOLVED`."""
    memory, found = endgame_memory(NODES), []

    def look(game: PythonGame) -> None:
        for state, _, _ in game.replay():
            if has_single_weakness(state):
                found.append(int(outcome(state, memory)))
                return

    play_match("greedy", "greedy", games=games, seed=seed, rules=rules, on_game=look)
    return np.array(found, np.int8)


def has_single_weakness(state: Any) -> bool:
    """Return whether the attacker opens an endgame's bout with a single weakness, and the other hand has no trump."""
    if state.talon_size > 0 or state.phase != ATTACK or count(state.attacks) > 0:
        return False
    hand, other = state.hands[state.attacker], state.hands[1 - state.attacker]
    if other & state.trumps:
        return False
    return bool(single_rank(weaknesses(hand, hand & below_in_suit(other))))
