"""Checks of what a game brings: its tables, its functions, its observations."""
