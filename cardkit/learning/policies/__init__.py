"""Policies for the rules that they were trained on: their files, agents and training runs."""
