"""Oh Hell, the game of exact bids, for two to seven players, for reinforcement learning."""

from typing import TYPE_CHECKING

from cardkit.lazy import names_of
from oh_hell_env import registration as _registration

if TYPE_CHECKING:
    from oh_hell_env.actions import format_action, parse_action
    from oh_hell_env.compiled_agents import CompiledAgent, compiled_choice
    from oh_hell_env.deals import Deal
    from oh_hell_env.game import Phase
    from oh_hell_env.information import InformationSet, determinize
    from oh_hell_env.notation import GameRecord
    from oh_hell_env.observation import Encoding
    from oh_hell_env.oh_hell import OhHell
    from oh_hell_env.rules import Rules

__all__ = [
    "CompiledAgent",
    "Deal",
    "Encoding",
    "GameRecord",
    "InformationSet",
    "OhHell",
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
        "actions": "format_action parse_action",
        "compiled_agents": "CompiledAgent compiled_choice",
        "deals": "Deal",
        "game": "Phase",
        "information": "InformationSet determinize",
        "notation": "GameRecord",
        "observation": "Encoding",
        "oh_hell": "OhHell",
        "rules": "Rules",
    },
)
_registration.register_environments()
