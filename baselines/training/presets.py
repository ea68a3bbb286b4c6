"""Named settings of training runs, as `durak train` offers them."""

from __future__ import annotations

from baselines.training.ppo_selfplay import Settings

PRESETS = {
    "quick": Settings(folder="runs/quick", plies=12_000_000),
    "champion": Settings(folder="runs/champion", plies=20_000_000, check_every=50, check_games=4000),
}
"""By name: `quick`, for a first policy, and `champion`, with the settings of the policy that comes with the package."""
