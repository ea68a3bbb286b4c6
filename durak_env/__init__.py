"""Durak, for two to six players, for reinforcement learning."""

from typing import TYPE_CHECKING

from cardkit import __version__ as __version__
from cardkit.envs.registration import register_environments
from cardkit.lazy import names_of

if TYPE_CHECKING:
    from cardkit.agents import compiled_choice as compiled_choice
    from cardkit.playing_cards import Card as Card
    from durak_env.compiled_agents import CompiledAgent as CompiledAgent
    from durak_env.core.records import Phase as Phase
    from durak_env.deals import Deal as Deal
    from durak_env.durak import Durak as Durak
    from durak_env.information import InformationSet as InformationSet
    from durak_env.information import determinize as determinize
    from durak_env.notation import GameRecord as GameRecord
    from durak_env.notation import format_action as format_action
    from durak_env.notation import parse_action as parse_action
    from durak_env.observation.encoding import Encoding as Encoding
    from durak_env.rules import Rules as Rules

__getattr__, __dir__, __all__ = names_of(
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
