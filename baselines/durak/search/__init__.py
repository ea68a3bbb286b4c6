"""Durak's additions to the searches of `cardkit.search`: memory, PUCT, and agents that explain their choices."""
