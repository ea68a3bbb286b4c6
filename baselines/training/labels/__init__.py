"""Positions with labels to learn from, and the learners that do."""
