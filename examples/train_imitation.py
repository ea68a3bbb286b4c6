"""Train a policy by imitation of a search; every setting is a flag (``--help``).

The program itself is `baselines/training/imitation.py`: one file, to be read and copied, and installed with the package
so that ``durak train`` runs the same code.

    python examples/train_imitation.py --plies 500000 --teacher ismcts:simulations=300 --threads 2 --folder runs/mine
"""

from baselines.training.imitation import Imitation, Settings
from baselines.training.run import main

if __name__ == "__main__":
    main(Imitation, Settings)
