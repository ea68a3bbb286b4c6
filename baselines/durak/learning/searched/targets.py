"""The targets that networks learn from a searched position.

A policy learns shares of simulations, or priors improved by the values found; a critic the chance to win. Source of the
improved priors: I. Danihelka, A. Guez, J. Schrittwieser, D. Silver, "Policy improvement by planning with Gumbel"
(2022): the logarithm of the prior plus the scaled value of each action, where an action without a visit has a mixture
of the values of those that have some.
"""

from __future__ import annotations

import numpy as np

from baselines.durak.endgames.solver import UNSOLVED
from baselines.durak.learning.searched.positions import Piece

SHARES, COMPLETED = "shares", "completed"
LEAST_PRIOR = 1e-4  # of a legal action, which float16 may have rounded to 0
SHRINK = 2.0  # visits that the mixed value counts for beside an action's own


def targets_of(piece: Piece, kind: str, scale: float) -> np.ndarray:
    """Return the probabilities to learn, float32 of shape (positions, actions).

    Args:
        piece: searched positions.
        kind: `SHARES` or `COMPLETED`.
        scale: of values from 0 (lost) to 1 (won), as logits; of `COMPLETED` only.
    """
    visits = piece.visits.astype(np.float32)
    if kind == SHARES:
        targets = visits
    else:
        priors = np.where(legal_in(piece), np.maximum(piece.priors.astype(np.float32), LEAST_PRIOR), 0)
        solved = (piece.exact != UNSOLVED)[:, None]
        logits = scale * completed_values(piece, priors)
        raised = priors * np.exp(logits - logits.max(1, keepdims=True))
        targets = np.where(solved, priors * (visits > 0), raised)
    return targets / targets.sum(1, keepdims=True)


def legal_in(piece: Piece) -> np.ndarray:
    """Return which actions are legal: bool of shape (positions, actions)."""
    return piece.inputs[:, -piece.visits.shape[1] :] > 0


def completed_values(piece: Piece, priors: np.ndarray) -> np.ndarray:
    """Compute a value for each action, drawn towards the mixed value, which alone stands for unvisited actions."""
    visits, values = piece.visits.astype(np.float32), piece.values.astype(np.float32)
    mixed = mixed_values(piece, priors)[:, None]
    return (visits * values + SHRINK * mixed) / (visits + SHRINK)


def mixed_values(piece: Piece, priors: np.ndarray) -> np.ndarray:
    """Compute the mean score of the visited actions, weighted by their priors."""
    weights = priors * (piece.visits > 0)
    return (weights * piece.values.astype(np.float32)).sum(1) / np.maximum(weights.sum(1), LEAST_PRIOR)


def chances_to_win(piece: Piece, share: float) -> np.ndarray:
    """Compute the critic's targets, from 0 (lost) to 1 (won), float32 of shape (positions,).

    Args:
        piece: searched positions.
        share: of the game's result; the rest is the value that the search found. It stands alone where chance chose a
            later ply, and the target is NaN there if it has no share. Solved endgames have their exact value.
    """
    visits, results = piece.visits.astype(np.float32), piece.outcomes.astype(np.float32)
    found = (visits * piece.values.astype(np.float32)).sum(1) / visits.sum(1)
    alone = np.where(share < 1, found, np.nan)
    mixed = np.where(results >= 0, share * results + (1 - share) * found, alone)
    return np.where(piece.exact != UNSOLVED, 0.5 + 0.5 * piece.exact, mixed)
