"""Train a policy by self-play PPO; every setting is a flag (``--help``).

The algorithm is `baselines/durak/learning/ppo_selfplay.py`, installed with the package so that ``durak train`` runs the
same code; read it, copy it, change it.

    python examples/train_ppo_selfplay.py --plies 5000000 --folder runs/ppo
"""

from baselines.durak.learning.ppo_selfplay import Settings, Trainer
from cardkit.learning.run import main

if __name__ == "__main__":
    main(Trainer, Settings)
