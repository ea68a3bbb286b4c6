"""Oh Hell!: its players, and the program ``oh-hell``."""
