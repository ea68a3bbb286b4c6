"""Train a policy by Deep Monte Carlo in self-play; every setting is a flag (``--help``).

The algorithm is `baselines/durak/learning/dmc.py`, installed with the package; read it, copy it, change it.

    python examples/train_dmc.py --plies 5000000 --folder runs/dmc
"""

from baselines.durak.learning.dmc import Settings, Trainer
from cardkit.learning.run import main

if __name__ == "__main__":
    main(Trainer, Settings)
