"""Self-play of any game by any number of seats: the games as a learner plays them, and PPO, which learns from them."""
