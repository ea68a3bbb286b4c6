"""The list of one-line faults that measures the suite still fits the code."""

from __future__ import annotations

from tests.support.faults import all_faults


def test_each_fault_names_a_line_that_stands_once() -> None:
    keys = [fault.key for fault in all_faults()]
    assert len(keys) >= 100
    assert len(set(keys)) == len(keys)
