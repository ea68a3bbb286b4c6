"""``durak play``: the dialogue with a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from baselines.durak.cli.options import Players, seated
from cardkit.commands.play import PlayOptions

if TYPE_CHECKING:
    from durak_env.durak import Durak
    from durak_env.information import InformationSet

TEXT = """Play against agents.

You see what your seat knows; unknown cards are ??. Plies with a single legal action are played for you. Write a
card such as 7c or 10h, take or done; with --transfer also >h to pass the attack on with a heart, with --passport
show; ? for a hint, which uses only what you know; q to leave.

Example: durak play greedy greedy ismcts --transfer --seed 1
"""


def opponents(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            help="The opponents, clockwise: agents' specs (see `durak agents`). One plays all other seats.",
            show_default="champion",
        ),
    ] = None,
) -> list[str]:
    """Return the specs of the opponents."""
    return agents or ["champion"]


@dataclass(frozen=True)
class DurakPlayOptions(PlayOptions):
    """Options for cards, take and done, transfers; the fool loses."""

    num_players: Players = None

    def variant(self, game: Durak, players: int) -> Durak:
        """Return the game with a seat for each player; raise ValueError if ``--num-players`` asks for another."""
        return seated(game, players, self.num_players, f"with you there are {players} players")

    def forms(self, game: Durak) -> str:
        """List the words that the person may write."""
        forms = "a card such as 7c or 10h, take or done"
        if game.rules.transfer:
            forms += "; >h to pass the attack on with a heart" + ", show by showing a trump" * game.rules.passport
        return forms

    def read(self, info: InformationSet, line: str) -> int:
        """Read the action in the notation; raise ValueError for an illegal one, and name the legal ones."""
        from durak_env.action_errors import explain_illegal

        action = info.action_named(line)
        if action not in info.legal_actions:
            told = explain_illegal(info, action).to_the_mover()
            raise ValueError(f"{told}; you may play {' '.join(info.legal_texts)}")
        return action

    def word(self, info: InformationSet, action: int) -> str:
        """Write the action with its suit as a symbol."""
        from durak_env.render.pictures import word_text

        return word_text(info.rules.deck[action] if action < info.rules.take else info.text_of(action, info.seat))

    def outcome(self, returns: Sequence[float]) -> str:
        """Say whether the person is the fool."""
        if returns[0] == 0:
            return "A draw."
        return "You win." if returns[0] > 0 else "You are the fool."
