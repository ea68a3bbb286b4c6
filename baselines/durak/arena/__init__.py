"""Matches and tournaments of Durak, their results, and Durak's agents by name."""
