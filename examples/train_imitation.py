"""Train a policy to imitate a search; every setting is a flag (``--help``).

The program is `baselines/durak/learning/imitation.py`, installed with the package so that ``durak train`` runs the same
code. The search's answers come from `cardkit/learning/labels/search_labels.py`.

    python examples/train_imitation.py --plies 500000 --teacher ismcts:simulations=300,endgame=search --folder runs/mine
"""

from baselines.durak.learning.imitation import Imitation, Settings
from cardkit.learning.run import main

if __name__ == "__main__":
    main(Imitation, Settings)
