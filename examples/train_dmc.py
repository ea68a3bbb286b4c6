"""Train a policy by Deep Monte Carlo in self-play; every setting is a flag (``--help``).

The program itself is `baselines/training/dmc.py`: one file, to be read and copied, and installed with the package.

    python examples/train_dmc.py --plies 5000000 --folder runs/dmc
"""

from baselines.training.dmc import Settings, Trainer
from baselines.training.run import main

if __name__ == "__main__":
    main(Trainer, Settings)
