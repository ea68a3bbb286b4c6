"""Numbers about results: intervals, ratings, Nash averages, sequential tests. Knows no game."""
