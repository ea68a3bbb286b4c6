"""The thesis as a document of the lab: all its experiments, and what its page says first."""

from __future__ import annotations

from baselines.durak.lab.configurations import FIGURES
from baselines.durak.lab.experiments.early_ends import EarlyEnds
from baselines.durak.lab.experiments.games import GAMES
from baselines.durak.lab.experiments.hand_order import HandOrder
from baselines.durak.lab.experiments.hidden_cards import HiddenCards
from baselines.durak.lab.experiments.kept_positions import KeptPositions
from baselines.durak.lab.experiments.null_probability import NullProbability
from baselines.durak.lab.experiments.single_weakness import SingleWeakness
from baselines.durak.lab.experiments.tables import TABLES
from baselines.durak.lab.explanations import EXPLANATIONS
from cardkit.lab.document import Document

_FAULTS = HiddenCards(), HandOrder(), KeptPositions(), EarlyEnds(), NullProbability()
"""Departures of the thesis' program from its text; each experiment switches one."""
_ABOUT = """## The thesis, reproduced

Experiments of A. Zarlykov's bachelor thesis (2023), and of what it left open. Games come in mirrored pairs. Intervals
are of 98 %, as in the thesis, and allow for the games of a pair to depend on each other. Shares are of what the thesis
counts: its pictures show the games won of all games, its tables of the decided ones. Every section has deals of its
own; within a figure all agents play the same ones, and are compared deal by deal. Times are those of the processor for
a choice, in the same 200 positions of greedy games, the shortest of three turns; they are compared by positions. Their
intervals allow for other positions, but not for another machine, or for other programs beside.

The numbers in the pictures of chapter 5 are held against ours one by one, and in the mean of each curve; intervals then
allow for the error of the thesis' games, too. In the open world none of them differs, nor do those of closed minimax.
Every point of closed MCTS, figures 5.9 to 5.12, lies 3 to 17 points above ours, as its leak of hidden cards would have
it. These are not four proofs: its program deals a game by its number, so points and pictures share their deals, and the
same agent has the same 81 of 100 games in three of them."""

THESIS = Document(
    name="thesis",
    command="durak reproduce",
    page="docs/results/durak.md",
    about=_ABOUT,
    experiments=(*GAMES, SingleWeakness(), *FIGURES, *EXPLANATIONS, *TABLES, *_FAULTS),
    printed="The thesis rounds the ends of its intervals: a figure differs only if it does so whatever they were.",
    fixed=", and the thesis' games of a number fixed before",
    unless="; where the thesis played until its interval left 50 %, see the notes below its tables",
    single="a game that ends otherwise, a wrong value found, or a position",
)
