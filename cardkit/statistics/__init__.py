"""Intervals, ratings, Nash averages and sequential tests, computed from results alone."""
