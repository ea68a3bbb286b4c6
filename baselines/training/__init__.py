"""Training of learned agents. Needs the extra `train`."""
