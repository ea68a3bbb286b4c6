"""Commands that a game's program takes from the table."""
