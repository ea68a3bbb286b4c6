"""Durak (two-player Podkidnoy) for reinforcement learning."""

import gymnasium as _gymnasium

from durak_env.cards import Card
from durak_env.compiled import CompiledAgent, compiled_choice
from durak_env.deals import Deal
from durak_env.information import InformationSet, determinize
from durak_env.observation import Encoding
from durak_env.rules import Rules

__version__ = "0.1.0"
__all__ = [
    "Card",
    "CompiledAgent",
    "Deal",
    "Encoding",
    "InformationSet",
    "Rules",
    "compiled_choice",
    "determinize",
]

_gymnasium.register(
    id="durak_env/Durak-v0",
    entry_point="durak_env.gym_env:DurakEnv",
    vector_entry_point="durak_env.vector_env:DurakVectorEnv",
)
