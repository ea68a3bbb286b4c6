"""Solves small games: their trees, equilibria by counterfactual regret, best responses, and agents' exploitability."""
