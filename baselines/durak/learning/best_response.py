"""Trains a best response to a frozen agent, to measure how exploitable the agent is.

A score against known agents says little about an agent's weak spots; an opponent trained against it alone finds them.
Where the response surely scores more than one half, which an agent has against itself, that is a lower bound on what a
best response scores; longer training may find more. Where it does not, nothing is proved.

Source: F. Timbers et al., "Approximate exploitability: learning a best response", IJCAI 2022.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from baselines.durak.agents.exact import ExactAgent
from baselines.durak.arena.match import play_match
from baselines.durak.arena.match_result import MatchResult
from baselines.durak.arena.roster import make_agent
from baselines.durak.learning.ppo_selfplay import Settings, Trainer
from baselines.durak.networks.champions import CHAMPION
from baselines.durak.networks.network_file import load_policy
from cardkit.learning.resuming.streams import FRESH, seeds_of
from cardkit.learning.run import to_the_end

PLIES = 2_000_000
CHECKPOINTS = 5
LEARNING_RATE, ENTROPY = 3e-4, 0.01  # lower than for training from scratch, which would destroy the initial policy


def response_settings(
    agent: str, plies: int = PLIES, start: Path | str | None = None, folder: str = "runs/response", seed: int = 1
) -> Settings:
    """Make settings of self-play PPO for one seat against an agent that does not change.

    Args:
        agent: spec of the opponent.
        plies: choices to learn from; for ``folder`` and ``seed`` see `Settings`.
        start: file of the policy that supplies the initial weights; None for `first_policy` of the agent.

    Raises:
        ValueError: ``start`` is not a policy file, or there is no such agent.
    """
    start = first_policy(agent) if start is None else start
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


def first_policy(agent: str) -> Path:
    """Return the file of the policy that a response to an agent starts from: its own, or that of its search's guide.

    It comes close to one half at once, where weaker weights have to learn what the agent knows before they find its
    weak spots. An agent without a policy gets that of the champion's first generation.
    """
    own: Path | None = getattr(make_agent(agent), "policy_file", None)
    return CHAMPION if own is None else own


def best_response(settings: Settings, games: int) -> MatchResult:
    """Train a response and let it play its opponent on deals that no checkpoint has seen."""
    trainer = to_the_end(Trainer(settings))
    response = response_spec(trainer.folder / "policy.safetensors", settings.against)
    (fresh,) = seeds_of(settings.seed, FRESH)
    return play_match(response, settings.against, games=games, seed=fresh, rules=settings.rules)


def response_spec(policy: Path, agent: str) -> str:
    """Write the spec of the policy that answers an agent: it plays endgames exactly if the agent does.

    Otherwise an agent's own policy would score less than one half against the agent, and a response would have to win
    that back first.
    """
    exact = isinstance(make_agent(agent), ExactAgent)
    return f"policy:path={policy}{',endgame=exact' * exact}"
