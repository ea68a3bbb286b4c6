"""Experiments that play in ways of their own, beside plain matches and sweeps."""
