"""The rules of play, compiled: what a ply does to a STATE record."""
