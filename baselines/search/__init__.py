"""Tree searches over determinizations: memory, tree, UCT, PUCT, and their reasons."""
