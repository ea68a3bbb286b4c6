"""A game as PettingZoo environments: seat by seat, or all seats in each step."""
