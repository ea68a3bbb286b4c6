"""Durak's additions to the searches of `cardkit.search`: memory, PUCT, and analyses for people."""
