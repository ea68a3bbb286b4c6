"""Solves small games of two players: trees, equilibria by counterfactual regret, best responses, Gambit files."""
