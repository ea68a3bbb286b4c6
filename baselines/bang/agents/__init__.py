"""Agents of Bang!."""
