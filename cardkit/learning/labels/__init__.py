"""Labelled positions, and the learners that train on them."""
