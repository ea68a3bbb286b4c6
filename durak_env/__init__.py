"""Durak, for two to six players, for reinforcement learning."""

from typing import TYPE_CHECKING

from cardkit.lazy import names_of
from durak_env import registration as _registration

if TYPE_CHECKING:
    from durak_env.cards import Card
    from durak_env.compiled_agents import CompiledAgent, compiled_choice
    from durak_env.deals import Deal
    from durak_env.game import Phase
    from durak_env.information import InformationSet, determinize
    from durak_env.notation import GameRecord, format_action, parse_action
    from durak_env.observation import Encoding
    from durak_env.rules import Rules

__version__ = "0.1.0"
__all__ = [
    "Card",
    "CompiledAgent",
    "Deal",
    "Encoding",
    "GameRecord",
    "InformationSet",
    "Phase",
    "Rules",
    "compiled_choice",
    "determinize",
    "format_action",
    "parse_action",
]

__getattr__ = names_of(
    __name__,
    {
        "cards": "Card",
        "compiled_agents": "CompiledAgent compiled_choice",
        "deals": "Deal",
        "game": "Phase",
        "information": "InformationSet determinize",
        "notation": "GameRecord format_action parse_action",
        "observation": "Encoding",
        "rules": "Rules",
    },
)
_registration.register_environments()
