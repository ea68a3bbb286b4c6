"""Named settings of training runs, as `durak train` offers them."""

from __future__ import annotations

from baselines.training import dmc
from baselines.training.ppo_selfplay import Settings, Trainer

PRESETS = {
    "quick": Settings(folder="runs/quick", plies=12_000_000),
    "champion": Settings(folder="runs/champion", plies=20_000_000, check_every=50, check_games=4000),
    "dmc": dmc.Settings(),
}
"""By name: `quick`, a first policy; `champion`, with the settings of the policy that comes with the package; `dmc`."""

LEARNERS = {Settings: Trainer, dmc.Settings: dmc.Trainer}
"""By the kind of settings, who learns by them."""
