"""Durak as a game of OpenSpiel; importing this package registers it as ``python_durak``.

Example: ``pyspiel.load_game("python_durak", {"start_rank": 12, "num_suits": 2, "hand_size": 2})``. The parameters are
those of `durak_env.Rules` for two players. Needs the extra openspiel.
"""

try:
    import pyspiel as _  # noqa: F401 - says what is missing before anything else does
except ImportError as error:
    raise ImportError(
        f"durak_env.openspiel needs the extra openspiel, pip install '.[openspiel]' in the repository: {error}"
    ) from None

from durak_env.openspiel.bot import AgentBot
from durak_env.openspiel.game import NAME, DurakGame
from durak_env.openspiel.state import DurakState

__all__ = ["NAME", "AgentBot", "DurakGame", "DurakState"]
