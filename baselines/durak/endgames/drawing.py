"""Solved endgames of games between agents: positions for puzzles and data sets.

At an empty talon the seat to move knows all cards, so a position is solved from its information set alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from baselines.durak.endgames.solver import endgame_memory, move_values
from cardkit.arena.game_loop import PythonGame
from cardkit.arena.match import MatchPlay
from durak_env.durak import Durak
from durak_env.information import InformationSet
from durak_env.notation import GameRecord, capture_deal
from durak_env.rules import RulesLike

NODES = 2_000_000
TABLE_BITS = 18


@dataclass(frozen=True, eq=False)
class SolvedEndgame:
    """A choice at an empty talon, with the exact value of each legal action.

    Attributes:
        game: its game, played to the end.
        plies: how many of the game's plies lead to it.
        info: what the seat to move knows in the closed world, which at an empty talon is everything.
        values: the result for the seat to move by action id, if both seats play on perfectly: 1, 0 or -1.
    """

    game: PythonGame[Durak]
    plies: int
    info: InformationSet
    values: Mapping[int, int]

    @property
    def best(self) -> tuple[int, ...]:
        """The actions of the best value, ascending."""
        top = max(self.values.values())
        return tuple(action for action in sorted(self.values) if self.values[action] == top)

    @property
    def record(self) -> GameRecord:
        """The game up to this choice, as the table and ``durak replay`` open it."""
        rules = self.game.variant.rules
        plies = tuple(action for _, action in self.game.plies[: self.plies])
        return GameRecord(rules, capture_deal(self.game.start, rules), plies, tuple(self.game.players))


def solved_endgames(
    agents: tuple[str, str], seed: int, rules: RulesLike = None, nodes: int = NODES
) -> Iterator[SolvedEndgame]:
    """Yield without end the choices at an empty talon, game by game, of a match of two seats in the closed world.

    Choices between actions of equal value are among them; those that take longer to solve are not.

    Args:
        agents: specs of the players; the games are those of `baselines.durak.arena.match.play_match`.
        seed: of the match, which alone decides the positions.
        rules: an argument of `durak_env.rules.Rules.of`, for two seats.
        nodes: positions to search at most per choice.

    Raises:
        ValueError: an agent cannot be made, or does not play by these rules.
    """
    play = MatchPlay(Durak(rules), agents, seed)
    memory = endgame_memory(nodes, TABLE_BITS, draws=play.game.rules.draws)
    for number in count():
        game = play.play_one(number)
        for plies, (state, seat, _) in enumerate(game.replay()):
            if state.talon_size > 0 or int(state.legal).bit_count() == 1:
                continue
            info = InformationSet.of(state, play.game.rules, seat, plies=tuple(game.plies[:plies]))
            values = {info.action_of(slot): value for slot, value in move_values(info.record, memory).items()}
            if values:
                yield SolvedEndgame(game, plies, info, values)
