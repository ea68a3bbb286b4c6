"""Tuning: a search for the parameters with which an agent does best."""
