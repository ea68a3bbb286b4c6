"""Named settings of training runs, as `durak train` offers them."""

from __future__ import annotations

from baselines.training import dmc, imitation
from baselines.training.ppo_selfplay import Settings, Trainer

PRESETS = {
    "quick": imitation.Settings(folder="runs/quick", teacher="ismcts:simulations=300", plies=800_000, epochs=5),
    "champion": imitation.Settings(
        folder="runs/champion",
        teacher="ismcts:simulations=300",
        plies=4_500_000,
        hidden=512,
        epochs=5,
        check_every=60,
        check_games=4000,
    ),
    "ppo": Settings(),
    "dmc": dmc.Settings(),
}
"""By name: `quick`, a first policy; `champion`, the one that comes with the package; `ppo` and `dmc`, by self-play."""

LEARNERS = {Settings: Trainer, dmc.Settings: dmc.Trainer, imitation.Settings: imitation.Imitation}
"""By the kind of settings, who learns by them."""
