"""Who plays: one agent a file, each by the factory that its spec names."""
