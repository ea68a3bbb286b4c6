"""Durak for two players, registered with OpenSpiel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyspiel

from cardkit.rules.declared import declared_rules
from durak_env.openspiel.observer import DurakObserver, observer
from durak_env.openspiel.state import DurakState, Variant
from durak_env.rules import Rules

NAME = "python_durak"

_DECLARED = {
    name: one for name, one in declared_rules(Rules).items() if name not in ("num_players", "throw_in", "num_teams")
}
_LIMITS = [name for name, one in _DECLARED.items() if one.default is None]  # OpenSpiel has no None, so 0 here
_PARAMETERS: dict[str, Any] = {name: 0 if name in _LIMITS else one.default for name, one in _DECLARED.items()}

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Durak",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class DurakGame(pyspiel.Game):
    """Durak for two; its parameters are those of `durak_env.Rules`, where 0 stands for no limit.

    Raises:
        ValueError: the rules do not exist.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        values = _PARAMETERS | dict(params or {})
        rules = Rules.of({name: None if name in _LIMITS and value == 0 else value for name, value in values.items()})
        self.variant = Variant(rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.num_actions,
            max_chance_outcomes=max(rules.num_cards, 2),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.variant.game.most_plies,
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> DurakState:
        """Make a game before its deal."""
        return DurakState(self, self.variant)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> DurakObserver:
        """Make an observer of states for the algorithms of OpenSpiel.

        Raises:
            ValueError: parameters are given; there are none.
        """
        if params:
            raise ValueError(f"observers of {NAME} have no parameters, got {params}")
        return observer(self.variant, iig_obs_type)


pyspiel.register_game(GAME_TYPE, DurakGame)
