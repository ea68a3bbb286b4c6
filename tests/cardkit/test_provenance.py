"""The command by which a file was made stands in the file, if there was one."""

from __future__ import annotations

import sys

import pytest

from cardkit.learning.provenance import started_by


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["/usr/bin/bang", "learn", "--folder", "my runs"], ["bang learn --folder 'my runs'"]),
        (["-c"], []),
        (["-c", "more"], []),
        ([""], []),
        (["-"], []),
    ],
)
def test_code_given_to_python_is_no_command(
    arguments: list[str], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", arguments)
    assert started_by() == told
