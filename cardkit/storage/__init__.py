"""SQLite files that keep results, and what identifies the agents whose results they keep."""
