"""The views that agents of Bang! take of a position: lots by cards, guesses of roles."""
