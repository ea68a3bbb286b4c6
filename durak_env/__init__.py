"""Durak, for two to six players, for reinforcement learning."""

from typing import TYPE_CHECKING

from cardkit import __version__ as __version__
from cardkit.envs.registration import register_environments
from cardkit.lazy import names_of

if TYPE_CHECKING:
    from cardkit.agents import compiled_choice
    from cardkit.playing_cards import Card
    from durak_env.compiled_agents import CompiledAgent
    from durak_env.core.records import Phase
    from durak_env.deals import Deal
    from durak_env.durak import Durak
    from durak_env.information import InformationSet, determinize
    from durak_env.notation import GameRecord, format_action, parse_action
    from durak_env.observation.encoding import Encoding
    from durak_env.rules import Rules

__all__ = [
    "Card",
    "CompiledAgent",
    "Deal",
    "Durak",
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

__getattr__, __dir__ = names_of(
    __name__,
    {
        "cardkit.playing_cards": "Card",
        "cardkit.agents": "compiled_choice",
        "durak_env.compiled_agents": "CompiledAgent",
        "durak_env.deals": "Deal",
        "durak_env.core.records": "Phase",
        "durak_env.durak": "Durak",
        "durak_env.information": "InformationSet determinize",
        "durak_env.notation": "GameRecord format_action parse_action",
        "durak_env.observation.encoding": "Encoding",
        "durak_env.rules": "Rules",
    },
)
register_environments(
    "durak_env/Durak-v0",
    single="durak_env.envs.gym_env:DurakEnv",
    vector="durak_env.envs.vector_env:DurakVectorEnv",
    aec="durak_env.durak_v0:env",
    parallel="durak_env.durak_v0:parallel_env",
)
