"""Bang!, a card game of hidden roles for four to seven players, for reinforcement learning."""

from typing import TYPE_CHECKING

from cardkit import __version__ as __version__
from cardkit.envs.registration import register_environments
from cardkit.lazy import names_of

if TYPE_CHECKING:
    from bang_env.actions import format_action, parse_action
    from bang_env.bang import Bang
    from bang_env.compiled_agents import CompiledAgent, compiled_choice
    from bang_env.core.records import Phase
    from bang_env.deals import Deal
    from bang_env.information import InformationSet, determinize
    from bang_env.notation import GameRecord
    from bang_env.observation import Encoding
    from bang_env.rules import Rules

__all__ = [
    "Bang",
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

__getattr__, __dir__ = names_of(
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
