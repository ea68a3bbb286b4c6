"""Train a policy by self-play PPO; every setting is a flag (``--help``).

The program itself is `baselines/training/ppo_selfplay.py`: one file, to be read and copied, and installed with the
package so that ``durak train`` runs the same code.

    python examples/train_ppo_selfplay.py --plies 5000000 --folder runs/ppo
"""

from baselines.training.ppo_selfplay import Settings, Trainer
from baselines.training.run import main

if __name__ == "__main__":
    main(Trainer, Settings)
