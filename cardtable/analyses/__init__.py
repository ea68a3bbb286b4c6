"""The common parts of several games' analyses."""
