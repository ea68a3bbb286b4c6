"""How fast the environment is: what `durak bench` measures."""
