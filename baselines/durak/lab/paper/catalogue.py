"""The paper as a document of the lab."""

from __future__ import annotations

from baselines.durak.lab.paper.choices import Choices
from baselines.durak.lab.paper.counts import Counts
from baselines.durak.lab.paper.example_tree import ExampleTree
from baselines.durak.lab.paper.full_state import FullState
from baselines.durak.lab.paper.hand_states import HandStates
from baselines.durak.lab.paper.hands import HandsWon
from baselines.durak.lab.paper.run_time import RunTime
from baselines.durak.lab.paper.win_rates import RATES
from cardkit.lab.document import Document

_ABOUT = """## The paper on Durak for four, reproduced

Experiments of E. Lipin, B. Tang and S. Worthy (2023): a search for strategies, the fool or not among four players with
52 cards and at most six attack cards. One player searches, the three others are "uniformly random", which allows three
readings; all are played. The paper's program keeps its two trees from choice to choice and game to game. So what it
does in a game depends on all games before, and 200 games with the same trees are one sample: intervals are of 98 % over
such runs, of which the paper has one for each weight C. All weights have the same deals. A game counts as won if the
player is not the fool, so draws count, and chance is 75 %."""

PAPER = Document(
    name="paper",
    command="durak reproduce --paper",
    page="docs/results/paper.md",
    about=_ABOUT,
    experiments=(Counts(), HandStates(), ExampleTree(), *RATES, HandsWon(), Choices(), FullState(), RunTime()),
    printed="The paper prints no interval: the error of its only win rate is taken from the spread of our runs.",
    single="a number that the rules give, or that no count of games can give",
)
