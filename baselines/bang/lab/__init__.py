"""The thesis behind the agents, reproduced."""
