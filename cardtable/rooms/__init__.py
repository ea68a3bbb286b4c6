"""Rooms: games that people, agents and programs play together, each in a seat of their own."""
