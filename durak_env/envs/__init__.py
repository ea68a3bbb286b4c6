"""Durak as environments: PettingZoo, Gymnasium, native vectors, and the batch of games under them."""
