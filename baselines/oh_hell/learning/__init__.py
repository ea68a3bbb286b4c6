"""Learning Oh Hell!: networks of a policy, their files, and self-play."""
