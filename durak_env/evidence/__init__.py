"""Hard evidence: constraints on hidden cards that follow from the rules and the whole game."""
