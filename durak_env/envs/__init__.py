"""Durak's PettingZoo and Gymnasium environments, built on `cardkit.envs`."""
