"""Rules declared by a game: a wrong declaration is refused when it is first read."""

from __future__ import annotations

from dataclasses import make_dataclass
from typing import Any

import pytest

from cardkit.rules.declared import declared_rules, rule


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        (rule(50, low=1, high=5, say="sheep"), "the default of Rules.sheep is not one of its values: .* got 50"),
        (rule(9, low=9, high=5, say="sheep"), "the default of Rules.sheep is not one of its values"),
        (rule("zz", choices={"a": "", "b": ""}, say="sheep"), "is not one of its values: sheep must be one of a, b"),
        (rule(5, low=0, high=1000, say="sheep", record="u1"), "0 to 1000, do not fit in a 'u1' field"),
        (rule(5, low=-5, high=5, say="sheep", record="u2"), "-5 to 5, do not fit in a 'u2' field"),
        (rule(5, low=0, say="sheep", record="u9"), "record of Rules.sheep must be one of u1, u2, i4, got 'u9'"),  # type: ignore[call-overload]
        (5, r"Rules.sheep must be declared by rule\(...\)"),
    ],
)
def test_a_wrong_declaration_is_refused_by_name(declared: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        declared_rules(make_dataclass("Rules", [("sheep", int, declared)]))
