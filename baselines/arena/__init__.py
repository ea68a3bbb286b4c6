"""Contests: games, matches, tournaments, their results and where they are kept."""
