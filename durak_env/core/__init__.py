"""The parts of the rules of play: `durak_env.game` puts them together and exports them to all other modules."""
