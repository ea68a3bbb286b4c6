"""Single words and phrases of the notation: actions and rules, written and read."""

from __future__ import annotations

from cardkit.playing_cards import SHOWN_AS, SUIT_SYMBOLS, SUITS, Card
from cardkit.wording import shortened
from durak_env.action_errors import action_id, action_text
from durak_env.actions import texts_of_actions
from durak_env.rules import Rules, RulesLike

_LETTERS = str.maketrans(SUIT_SYMBOLS, SUITS, SHOWN_AS)


def parse_action(text: str, rules: RulesLike) -> int:
    """Read the action id of ``7c``, ``10h``, ``Q♠``, ``take``, ``done``, ``>c``, ``>♣`` or ``show``, in any case.

    Raises:
        ValueError: the text is not an action, or names a card outside the deck of these rules.
    """
    rules = Rules.of(rules)
    word = text.strip().lower().translate(_LETTERS) if isinstance(text, str) else text
    words = texts_of_actions(rules)[rules.take :]
    if word in words:
        return rules.take + words.index(word)
    try:
        card = Card(text)
    except ValueError:
        *others, last = [repr(word) for word in words]
        raise ValueError(
            f"{shortened(repr(text))} is not an action: write a card ('7c'), {', '.join(others)} or {last}"
        ) from None
    if card not in rules.deck:
        raise ValueError(f"{card} is not in the deck of these rules, which holds {_deck_range(rules)}")
    return rules.deck.index(card)


def format_action(action: int, rules: RulesLike) -> str:
    """Write an action id as text: ``7c``, ``take``, ``done``, ``>c``, ``show``.

    Raises:
        ValueError: no action of these rules has this id.
    """
    rules = Rules.of(rules)
    return action_text(action_id(action, rules), rules)


def parse_rules(text: str) -> Rules:
    """Read rules from ``standard`` or ``name=value,...``; the inverse of ``str(rules)``.

    Raises:
        ValueError: an unknown or repeated name, or a value out of its range.
    """
    return Rules.of(text)


def _deck_range(rules: Rules) -> str:
    suits = " ".join(SUITS[: rules.num_suits])
    return f"{rules.num_cards} cards, {rules.deck[0][0]}..{rules.deck[-1][0]} of {suits}"
