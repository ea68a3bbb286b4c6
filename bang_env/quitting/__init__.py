"""Seats that do not play to the end: those that leave a game which goes on, and agents that fail and end it."""
