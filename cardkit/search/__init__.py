"""Tree searches for any game that implements the compiled protocol: memory, tree, UCT, ISMCTS."""
