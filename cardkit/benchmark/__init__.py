"""A benchmark: frozen opponents, deals that nobody has trained on, and one line to cite. It knows no game."""
