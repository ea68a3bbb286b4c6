"""Single words and phrases of the notation: actions and rules, written and read."""

from __future__ import annotations

from cardkit.wording import shortened
from durak_env.action_errors import DONE, SHOW, TAKE, action_id, action_text
from durak_env.cards import SUIT_SYMBOLS, SUITS, Card
from durak_env.rules import Rules, RulesLike


def parse_action(text: str, rules: RulesLike) -> int:
    """The action id of ``7c``, ``10h``, ``Q♠``, ``take``, ``done``, ``>h``, ``>♥`` or ``show``, in upper or lower case.

    Raises:
        ValueError: the text is not an action of these rules, or names a card outside their deck.
    """
    rules = Rules.of(rules)
    word = text.strip().lower() if isinstance(text, str) else ""
    if word == TAKE:
        return rules.take
    if word == DONE:
        return rules.done
    if word == SHOW or word.startswith(">"):
        return _parse_transfer(text, word, rules)
    try:
        card = Card(text)
    except ValueError:
        raise ValueError(f"{shortened(repr(text))} is not an action: write {action_forms(rules)}") from None
    if card not in rules.deck:
        raise ValueError(f"{card} is not in the deck of these rules, which holds {_deck_range(rules)}")
    return rules.deck.index(card)


def action_forms(rules: Rules) -> str:
    """How actions are written: ``a card ('7c'), 'take' or 'done'``."""
    forms = ["a card ('7c')", f"'{TAKE}'", f"'{DONE}'"]
    forms += ["'>h' to transfer with a heart"] * rules.transfer + [f"'{SHOW}'"] * rules.passport
    return f"{', '.join(forms[:-1])} or {forms[-1]}"


def _parse_transfer(text: str, word: str, rules: Rules) -> int:
    needed = "passport" if word == SHOW else "transfer"
    if not getattr(rules, needed):
        raise ValueError(f"{shortened(repr(text))} is not an action of these rules: it needs {needed}=True")
    if word == SHOW:
        return rules.num_actions - 1
    suit = word[1:].strip()
    suit = SUITS[SUIT_SYMBOLS.index(suit)] if len(suit) == 1 and suit in SUIT_SYMBOLS else suit
    if len(suit) != 1 or suit not in SUITS[: rules.num_suits]:
        raise ValueError(f"{shortened(repr(text))} is not a transfer: write > and one suit of {' '.join(SUITS[: rules.num_suits])}")
    return rules.done + 1 + SUITS.index(suit)


def format_action(action: int, rules: RulesLike) -> str:
    """An action id as text: ``7c``, ``take``, ``done``, ``>h``, ``show``.

    Raises:
        ValueError: no action of these rules has this id.
    """
    rules = Rules.of(rules)
    return action_text(action_id(action, rules), rules)


def parse_rules(text: str) -> Rules:
    """Rules from ``standard`` or ``name=value,...``; the inverse of ``str(rules)``.

    Raises:
        ValueError: an unknown or repeated name, or a value out of its range.
    """
    return Rules.of(text)


def _deck_range(rules: Rules) -> str:
    suits = " ".join(SUITS[: rules.num_suits])
    return f"{rules.num_cards} cards, {rules.deck[0][0]}..{rules.deck[-1][0]} of {suits}"
