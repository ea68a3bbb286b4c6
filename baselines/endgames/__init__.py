"""Endgames with an empty talon, solved: search, tablebase, and what choices lose."""
