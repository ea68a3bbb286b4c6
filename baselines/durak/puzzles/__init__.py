"""Puzzles of Durak: solved endgames with one best action, graded by how many agents miss it."""
