"""Evolve the weights of an evaluation of positions by CMA-ES; every setting is a flag (``--help``).

The program is `baselines/durak/learning/evolution.py`. The result plays as ``evolved:path=FILE``.

    python examples/evolve_evaluator.py --generations 80 --folder runs/evolution
"""

from baselines.durak.learning.evolution import main

if __name__ == "__main__":
    main()
