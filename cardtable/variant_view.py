"""Base class for views of games with rule options and a text notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from cardkit.notation.records import WORLDS
from cardkit.rules.declared import declared_rules
from cardkit.variant import Variant
from cardtable.view import Json, Option, Recorded, options_of


class VariantView:
    """What a `cardtable.view.View` says of the variants of a `cardkit.variant.Variant`; a subclass shows positions.

    Attributes:
        GAME: the class of the variants, called with rules, world and returns.
        RULES: the class of their rules, a `cardkit.rules.variant_rules.VariantRules` with a rule ``num_players``.
    """

    GAME: ClassVar[type[Any]]
    RULES: ClassVar[type[Any]]
    agents: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    deal: ClassVar[Sequence[str]]
    options: ClassVar[Sequence[Option]]

    def __init_subclass__(cls) -> None:
        declared = declared_rules(cls.RULES)
        low, high = declared["num_players"].low, declared["num_players"].high
        assert low is not None
        assert high is not None
        cls.agents, cls.deal, cls.seats, cls.options = (
            cls.GAME.AGENTS,
            cls.GAME.OPTIONS,
            (low, high),
            options_of(cls.RULES),
        )

    def variant(self, rules: Mapping[str, Any], seats: int, open_world: bool) -> Any:
        """The game by these rules; the seats alone say how many play."""
        if "num_players" in rules:
            raise ValueError("num_players is not given with the rules: the seats say how many play")
        return self.GAME(self.RULES.of({**rules, "num_players": seats}), open_world)

    def named(self, variant: str) -> Any:
        """The variant of ``str(game)``."""
        world, _, rest = variant.partition(" world, rules: ")
        rules, _, returns = rest.partition(", returns by ")
        if world not in WORLDS:
            raise ValueError(f"{variant!r} names no game of {self.GAME.__name__}")
        return self.GAME(self.RULES.of(rules), world == WORLDS[True], returns or self.GAME.RETURNS[0])

    def rules(self, game: Variant) -> Json:
        """The rules of a game."""
        return {option.name: getattr(game.rules, option.name) for option in self.options}

    def opened(self, game: Variant) -> Any:
        """The same variant in the open world."""
        return self.GAME(game.rules, True, game.returns)

    def recorded(self, record: Any) -> Recorded:
        """The variant, deal and plies of a record."""
        game = self.GAME(record.rules, record.open_world)
        return Recorded(game, record.deal.lay_out(record.rules).tobytes(), record.plies, record.players)
