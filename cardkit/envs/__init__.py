"""Environments: any game for PettingZoo and Gymnasium, many games at once, opponents inside."""
