"""Small games: base classes that answer what follows from records, action ids and functions."""
