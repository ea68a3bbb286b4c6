"""Searches of Durak beside those of `cardkit.search`: what their memory holds more, PUCT, and their reasons."""
