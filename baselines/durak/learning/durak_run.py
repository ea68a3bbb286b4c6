"""Durak's part of training runs: the games, the network's file, and matches that judge the policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from baselines.durak.agents.policy import network_agent
from baselines.durak.arena.roster import make_agent
from baselines.durak.learning.durak_settings import AnySettings
from baselines.durak.learning.self_play_games import SelfPlayGames
from baselines.durak.networks.network_file import Network, PolicyNetwork, input_of, load_network, save_network
from baselines.durak.report.fool_report import FoolReport
from cardkit.arena.match import play_match
from cardkit.arena.match_result import CONFIDENCE
from cardkit.learning.networks import copy_layers, layers_of
from cardkit.learning.resuming.streams import CHECKS, seeds_of
from cardkit.learning.run import Run
from durak_env.compiled_agents import CompiledAgent
from durak_env.durak import Durak
from durak_env.rules import Rules


class DurakRun(Run[AnySettings]):
    """A training run of Durak. Its policy has an output per action, trump suit first."""

    KIND: ClassVar[type[Network]] = PolicyNetwork
    """The kind of network that learns."""

    FEWEST_SEATS: ClassVar[int | None] = None
    """The seats of the smallest table that the network plays, if the settings have the rules of the largest."""

    _for_more_tables: Network | None = None  # what the run began with, whose other weights go into its file

    def __init__(self, settings: AnySettings) -> None:
        for name in settings.opponents:
            make_agent(name)  # fail now, not at the first checkpoint, if an agent does not exist
        super().__init__(settings)

    @cached_property
    def games(self) -> SelfPlayGames:
        """The games of learners that play step by step."""
        return SelfPlayGames(self.settings)

    @property
    def input(self) -> Mapping[str, Any]:
        """The values that tell the networks' input from any other."""
        return input_of(self.settings.rules)

    @property
    def judged_by(self) -> Rules:
        """The rules of the matches at checkpoints."""
        return self.settings.rules

    def network(self) -> Network:
        """Make the network that is saved: the current policy, with its origin."""
        return PolicyNetwork(self.settings.rules, layers_of(self.learnt), self.origin(), self.FEWEST_SEATS)

    def player(self) -> CompiledAgent:
        """Make the agent that plays the current policy."""
        network = PolicyNetwork(self.settings.rules, layers_of(self.learnt), fewest_seats=self.FEWEST_SEATS)
        return network_agent(network)

    def evaluate(self) -> dict[str, list[float]]:
        """Measure the score against each agent of the ladder, which takes all other seats, with its interval.

        At tables of more than two it adds to the figures how often the policy is the fool.
        """
        agent, settings, game = self.player(), self.settings, Durak(self.judged_by)
        (deals,), scores = seeds_of(settings.seed, CHECKS), {}
        for name in settings.opponents:
            lineup = [agent, *[name] * (game.seats - 1)]
            result = play_match(game, lineup, settings.check_games, deals)
            scores[name] = [result.score, *result.interval()]
            if game.seats > 2:
                self.figures[f"fool rate v {name}"] = FoolReport(result, CONFIDENCE).fooled[0].value
        return scores

    def write(self, path: Path) -> None:
        """Write the network's file; what began as a network for several tables becomes one for all of them again."""
        network = self.network()
        if began := self._for_more_tables:
            network = replace(began, layers=began.learnt_at(network.rules, network.layers), origin=network.origin)
        save_network(network, path)

    def go_on(self) -> None:
        """Take the initial weights from the file that the settings name, or resume.

        Raises:
            ValueError: the file holds another kind of network, or layers of other sizes; and as of every run.
        """
        if start := self.settings.start:
            began, rules = load_network(start, self.KIND), self.settings.rules
            copy_layers(began.layers_at(rules), self.policy, f"the {self.KIND.KIND} in start={start!r}")
            self._for_more_tables = began if began.fewest_seats and rules in began.tables else None
        super().go_on()
