"""Durak: its players, their judges, and the program ``durak``."""
