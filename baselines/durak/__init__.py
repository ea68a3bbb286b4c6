"""Durak: who plays it, what judges them, and the program ``durak``."""
