"""Who plays: agents, each made by the factory that its spec names, and what an agent is."""
