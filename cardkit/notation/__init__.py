"""Games as text, whatever the game: reading lines and naming their faults, replaying plies."""
