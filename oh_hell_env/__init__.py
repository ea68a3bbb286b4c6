"""Oh Hell, the game of exact bids, for two to seven players, for reinforcement learning."""

from typing import TYPE_CHECKING

from cardkit import __version__ as __version__
from cardkit.envs.registration import register_environments
from cardkit.lazy import names_of

if TYPE_CHECKING:
    from cardkit.agents import compiled_choice as compiled_choice
    from oh_hell_env.actions import format_action as format_action
    from oh_hell_env.actions import parse_action as parse_action
    from oh_hell_env.compiled_agents import CompiledAgent as CompiledAgent
    from oh_hell_env.core.records import Phase as Phase
    from oh_hell_env.deals import Deal as Deal
    from oh_hell_env.information import InformationSet as InformationSet
    from oh_hell_env.information import determinize as determinize
    from oh_hell_env.notation import GameRecord as GameRecord
    from oh_hell_env.observation.encoding import Encoding as Encoding
    from oh_hell_env.oh_hell import OhHell as OhHell
    from oh_hell_env.rules import Rules as Rules

__getattr__, __dir__, __all__ = names_of(
    __name__,
    {
        "oh_hell_env.actions": "format_action parse_action",
        "cardkit.agents": "compiled_choice",
        "oh_hell_env.compiled_agents": "CompiledAgent",
        "oh_hell_env.deals": "Deal",
        "oh_hell_env.core.records": "Phase",
        "oh_hell_env.information": "InformationSet determinize",
        "oh_hell_env.notation": "GameRecord",
        "oh_hell_env.observation.encoding": "Encoding",
        "oh_hell_env.oh_hell": "OhHell",
        "oh_hell_env.rules": "Rules",
    },
)
register_environments(
    "oh_hell_env/OhHell-v0",
    single="oh_hell_env.envs.gym_env:OhHellEnv",
    vector="oh_hell_env.envs.vector_env:OhHellVectorEnv",
    aec="oh_hell_env.oh_hell_v0:env",
    parallel="oh_hell_env.oh_hell_v0:parallel_env",
)
