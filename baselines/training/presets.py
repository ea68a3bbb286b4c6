"""Named settings of training runs, as `durak train` offers them."""

from __future__ import annotations

from baselines.training import dmc, imitation
from baselines.training.ppo_selfplay import Settings, Trainer

PRESETS = {
    "quick": Settings(folder="runs/quick", plies=12_000_000),
    "champion": imitation.Settings(
        folder="runs/champion",
        teacher="ismcts:simulations=300",
        plies=4_500_000,
        hidden=512,
        epochs=5,
        check_every=60,
        check_games=4000,
    ),
    "dmc": dmc.Settings(),
}
"""By name: `quick`, a first policy; `champion`, the policy that comes with the package; `dmc`."""

LEARNERS = {Settings: Trainer, dmc.Settings: dmc.Trainer, imitation.Settings: imitation.Imitation}
"""By the kind of settings, who learns by them."""
