"""Trains agents that learn. Needs the extra `train`."""
