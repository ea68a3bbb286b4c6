"""The parts of the rules of play: `durak_env.game` puts them together, and everybody imports them from there."""
