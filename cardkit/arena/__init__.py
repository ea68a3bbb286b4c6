"""Matches, tournaments, their store, and tuning, for any game and any number of seats."""
