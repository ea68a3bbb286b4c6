"""Hard evidence: what the rules alone tell of the hidden cards, once a seat recalls the whole game."""
