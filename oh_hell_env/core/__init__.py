"""The parts of the rules of play: `oh_hell_env.game` puts them together and exports them to all other modules."""
