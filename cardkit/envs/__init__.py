"""PettingZoo, Gymnasium, vector and Stable-Baselines3 environments of any game, opponents included."""
