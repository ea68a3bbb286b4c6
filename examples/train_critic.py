"""Train a search's critic to predict who will win from both hands; every setting is a flag (``--help``).

The program is `baselines/durak/learning/critic.py`, installed with the package so that ``durak train --preset critic``
runs the same code. The positions come from `baselines/durak/learning/outcome_labels.py`.

    python examples/train_critic.py --player champion --plies 1000000 --folder runs/critic
    durak match champion-search:critic=runs/critic/critic.safetensors champion-search:critic=none --games 100
"""

from baselines.durak.learning.critic import Critic, Settings
from cardkit.learning.run import main

if __name__ == "__main__":
    main(Critic, Settings)
