"""Speed measurements of any game: loops over its environments, their report, the command."""
