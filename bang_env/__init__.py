"""Bang!, a card game of hidden roles for four to seven players, for reinforcement learning."""

from typing import TYPE_CHECKING

from cardkit import __version__ as __version__
from cardkit.envs.registration import register_environments
from cardkit.lazy import names_of

if TYPE_CHECKING:
    from bang_env.actions import format_action as format_action
    from bang_env.actions import parse_action as parse_action
    from bang_env.bang import Bang as Bang
    from bang_env.compiled_agents import CompiledAgent as CompiledAgent
    from bang_env.compiled_agents import compiled_choice as compiled_choice
    from bang_env.core.records import Phase as Phase
    from bang_env.deals import Deal as Deal
    from bang_env.information import InformationSet as InformationSet
    from bang_env.information import determinize as determinize
    from bang_env.notation import GameRecord as GameRecord
    from bang_env.observation import Encoding as Encoding
    from bang_env.rules import Rules as Rules

__getattr__, __dir__, __all__ = names_of(
    __name__,
    {
        "bang_env.actions": "format_action parse_action",
        "bang_env.bang": "Bang",
        "bang_env.compiled_agents": "CompiledAgent compiled_choice",
        "bang_env.core.records": "Phase",
        "bang_env.deals": "Deal",
        "bang_env.information": "InformationSet determinize",
        "bang_env.notation": "GameRecord",
        "bang_env.observation": "Encoding",
        "bang_env.rules": "Rules",
    },
)
register_environments(
    "bang_env/Bang-v0",
    single="bang_env.envs.gym_env:BangEnv",
    vector="bang_env.envs.vector_env:BangVectorEnv",
    aec="bang_env.bang_v0:env",
    parallel="bang_env.bang_v0:parallel_env",
)
