"""Sparse inputs of networks: the bytes that are not 0, and the sums of their rows of weights."""
