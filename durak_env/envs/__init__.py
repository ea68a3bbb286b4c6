"""Durak as environments for PettingZoo and Gymnasium: what `cardkit.envs` makes of it."""
