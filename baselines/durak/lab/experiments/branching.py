"""Section 2.6: the branching factor."""

from __future__ import annotations

import numpy as np

from baselines.durak.arena.match import play_match
from baselines.durak.lab.duels import PAIR
from cardkit.arena.game_loop import PythonGame
from cardkit.lab.answers import CELL_RISK, Answer, same
from cardkit.lab.estimates import Estimate, error_of_printed, off_by, ratio
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale
from cardkit.playing_cards import ALL_CARDS
from durak_env.agents.tactics import highest_card
from durak_env.cards import DONE_BIT, DONE_SLOT, TAKE_BIT, TAKE_SLOT, count
from durak_env.information import InformationSet

THESIS_GAMES = 1000


class Branching:
    """Section 2.6: the number of actions to choose from."""

    name = "section-2.6"
    title = "Branching factor of greedy games"

    def run(self, scale: Scale) -> Finding:
        """Count the legal actions of every ply of greedy against greedy."""
        games, seed = scale.games(1000, 100), scale.seed_of(self.name)
        scale.progress(f"{self.name}: greedy v greedy")
        counts = scale.kept.measured(
            f"{self.name}: plies by game, {games} games, seed {seed}", lambda: _legal_counts(games, seed)
        )
        game, actions, cards = counts.T
        as_thesis = np.maximum(cards, 1)
        ours = _geometric_mean(game, as_thesis)
        means = {
            "legal actions of a ply": _geometric_mean(game, actions),
            "legal actions where there is a choice": _geometric_mean(game[actions > 1], actions[actions > 1]),
            "legal cards of a ply, where there is one": _geometric_mean(game[cards > 0], cards[cards > 0]),
            "legal cards of a ply, none counted as one": ours,
        }
        logs = np.bincount(game, np.log(as_thesis))
        theirs = ours.value * error_of_printed(logs, np.bincount(game).astype(float), THESIS_GAMES)
        off = off_by(ours, theirs, 2.17, unit=0.01)
        return Finding(
            f"{games:,} games of greedy against itself; the thesis counts cards, and one if there is none",
            games,
            ("counted", "geometric mean"),
            tuple((name, value.plain(2)) for name, value in means.items()),
            (
                Verdict("2.17 actions a ply", same(off), f"{ours.value:.2f} here, {off.relative()}", risk=CELL_RISK),
                _greatest(widest_attack()),
            ),
        )


def _greatest(most: int) -> Verdict:
    return Verdict(
        "the greatest branching factor is 35",
        Answer.AGREES if most == 35 else Answer.DIFFERS,
        f"a game that ends with {most} cards to attack with is played",
        "no more is possible: who took cards attacks only after a bout that was beaten off, so at least two cards are "
        "discarded, and the other seat holds one",
    )


def widest_attack() -> int:
    """Find the most cards that a seat may attack with in a game in which it takes whatever comes as long as it can.

    The other seat attacks with its highest card, bout by bout, and the first takes it, until the other holds two cards.
    The first then beats the higher of these, and so attacks with all that it took.
    """
    most = 0

    def look(game: PythonGame) -> None:
        nonlocal most
        most = max(int(count(state.legal & ALL_CARDS)) for state, _, _ in game.replay())

    play_match(_GivesAll(), _TakesAll(), games=1, seed=_ITS_SEED, on_game=look)
    return most


_ITS_SEED = 3
"""The seed of a deal in which the seat that gives attacks first, and the other can beat its last card but one."""


class _GivesAll:
    """A player that attacks with its highest card, trumps first, and throws nothing in."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """Choose an action, and return its id."""
        legal = info.record.legal
        return info.action_of(int(DONE_SLOT if legal & DONE_BIT else highest_card(legal, info.record.trumps)))


class _TakesAll:
    """A player that takes until the other hand has a single card left, and then beats."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        """Choose an action, and return its id."""
        beats = info.hand_sizes[1 - info.seat] == 1
        cards = info.record.legal & ALL_CARDS
        takes = info.record.legal & TAKE_BIT and not (beats and cards)
        return info.action_of(int(TAKE_SLOT if takes else highest_card(cards, info.record.trumps)))


def _legal_counts(games: int, seed: int) -> np.ndarray:
    """Count for each ply of greedy games the legal actions, and the cards among them; with the game's number."""
    found: list[tuple[int, int, int]] = []

    def look(game: PythonGame) -> None:
        for state, _, _ in game.replay():
            found.append((game.number, int(count(state.legal)), int(count(state.legal & ~(TAKE_BIT | DONE_BIT)))))

    play_match("greedy", "greedy", games=games, seed=seed, on_game=look)
    return np.array(found)


def _geometric_mean(games: np.ndarray, values: np.ndarray) -> Estimate:
    deals = games // PAIR
    logs = ratio(np.bincount(deals, np.log(values)), np.bincount(deals).astype(float))
    return Estimate(*np.exp(logs).tolist())
