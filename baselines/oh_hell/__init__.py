"""Oh Hell!: who plays it, and the program ``oh-hell``."""
