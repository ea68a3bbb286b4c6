"""Agents, each made by the factory that its spec names, and the protocol that they follow."""
