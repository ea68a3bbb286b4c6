"""Durak for reinforcement learning."""
