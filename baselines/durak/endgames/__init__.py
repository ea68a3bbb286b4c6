"""Solves endgames with an empty talon: search, transposition table, tablebase."""
