"""Searched positions: stored once with all that the search finds, for networks to learn from."""
