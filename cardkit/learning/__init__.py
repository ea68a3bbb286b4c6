"""Learning for any game: settings, runs that go on after a stop, networks, self-play. Needs the extra `train`."""
