"""SQLite files of results, and digests that identify the agents in them."""
