"""Self-play of Durak that aims at an equilibrium of two seats, not only at winning."""
