"""Tree searches for any game that has the compiled protocol: memory, tree, UCT, ISMCTS."""
