"""The dissertation behind the agents, reproduced."""
