"""Finds the encoding that a policy of another library was trained on, from its observation space."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gymnasium import spaces

from cardkit.encoding import MAX_HISTORY
from cardkit.pieces import ENCODINGS, HISTORY, OPEN, PieceEncoding


def fitting_encoding(kind: type[Any], space: spaces.Space[Any], rules: Any, open_world: bool) -> Any:
    """Find the encoding of a kind whose vectors, or dicts of vector and mask, belong to this space.

    Args:
        kind: a game's subclass of `cardkit.pieces.PieceEncoding`.
        space: of the observations that the policy was trained on.
        rules: of the game.
        open_world: whether a seat sees all cards.

    Raises:
        ValueError: there is none, or it shows cards that the seat does not know.
    """
    fits = [encoding for encoding in all_encodings(kind, rules) if _fits(encoding, space)]
    allowed = [encoding for encoding in fits if open_world or encoding.name != OPEN]
    if allowed:
        return allowed[0]
    if fits:
        raise ValueError(f"observations of {describe_space(space)} show hidden cards: play in the open world")
    sizes = {name: kind(rules, name, history=1).size for name in ENCODINGS}
    more = kind(rules, HISTORY, history=2).size - sizes[HISTORY]
    raise ValueError(
        f"observations of {describe_space(space)} fit no encoding of the rules {rules}: "
        + ", ".join(f"{name} has {size} entries" for name, size in sizes.items() if name != HISTORY)
        + f", {HISTORY} {sizes[HISTORY]} with a ply and {more} more a ply; "
        f"values are as float32 or uint8 have them; a mask beside them has {rules.num_actions} entries"
    )


def all_encodings(kind: type[Any], rules: Any) -> Iterator[Any]:
    """Yield every encoding of a kind for the rules."""
    for dtype in ("float32", "uint8"):
        for name in ENCODINGS:
            for history in range(1, MAX_HISTORY + 1) if name == HISTORY else [MAX_HISTORY]:
                yield kind(rules, name, dtype, history)


def _fits(encoding: PieceEncoding, space: spaces.Space[Any]) -> bool:
    vector = space.spaces.get("observation", space) if isinstance(space, spaces.Dict) else space
    if vector.shape != (encoding.size,):  # fast, and excludes almost all encodings
        return False
    return vector == encoding.vector_space and (vector is space or _is_with_mask(space, encoding.rules.num_actions))


def _is_with_mask(space: Any, actions: int) -> bool:
    """Return whether a dict of spaces holds a vector and a mask.

    The mask may be any kind of space of zeros and ones.
    """
    return set(space) == {"observation", "action_mask"} and space["action_mask"].shape == (actions,)


def describe_space(space: spaces.Space[Any]) -> str:
    """Describe a space in a few words."""
    if isinstance(space, spaces.Dict):
        return "a dict of " + " and ".join(f"{name}: {describe_space(part)}" for name, part in space.items())
    if isinstance(space, spaces.Box):
        return f"shape {space.shape}, dtype {space.dtype} and values {space.low.min():g} to {space.high.max():g}"
    return f"shape {space.shape} and dtype {space.dtype}"
