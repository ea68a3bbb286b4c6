"""Trains a best response to a frozen agent, to measure how exploitable the agent is.

A score against known agents says little about an agent's weak spots; an opponent trained against it alone finds them.
The response's score is a lower bound on that of the best response: longer training may find more.

Source: F. Timbers et al., "Approximate exploitability: learning a best response", IJCAI 2022.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from baselines.durak.arena.match import play_match
from baselines.durak.arena.match_result import MatchResult
from baselines.durak.learning.ppo_selfplay import Settings, Trainer
from baselines.durak.networks.champions import CHAMPION
from baselines.durak.networks.network_file import load_policy
from cardkit.learning.resuming.streams import FRESH, seeds_of
from cardkit.learning.run import to_the_end

PLIES = 2_000_000
CHECKPOINTS = 5
LEARNING_RATE, ENTROPY = 3e-4, 0.01  # lower than for training from scratch, which would destroy the initial policy


def response_settings(
    agent: str, plies: int = PLIES, start: Path | str = CHAMPION, folder: str = "runs/response", seed: int = 1
) -> Settings:
    """Settings of self-play PPO for one seat against an agent that does not change.

    Args:
        agent: spec of the opponent.
        plies: choices to learn from; for ``folder`` and ``seed`` see `Settings`.
        start: file of the policy that supplies the initial weights; a strong policy finds weak spots sooner.

    Raises:
        ValueError: ``start`` is not a policy file.
    """
    network = load_policy(start)
    settings = Settings(
        folder=folder,
        seed=seed,
        plies=plies,
        against=agent,
        ladder="",
        start=str(start),
        learning_rate=LEARNING_RATE,
        entropy=ENTROPY,
        hidden=len(network.layers[0][1]),
        rules=network.rules,
    )
    return replace(settings, check_every=max(1, settings.updates // CHECKPOINTS))


def best_response(settings: Settings, games: int) -> MatchResult:
    """Train a response and let it play its opponent on deals that no checkpoint has seen."""
    trainer = to_the_end(Trainer(settings))
    policy = f"policy:path={trainer.folder / 'policy.safetensors'}"
    (fresh,) = seeds_of(settings.seed, FRESH)
    return play_match(policy, settings.against, games=games, seed=fresh, rules=settings.rules)
