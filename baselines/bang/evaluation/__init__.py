"""What agents of Bang! make of a position: lots by cards, guesses of roles."""
