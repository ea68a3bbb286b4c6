"""The list of one-line faults that measures the suite still fits the code."""

from __future__ import annotations

import json

from tests.support.faults import CAUGHT, all_faults


def test_each_fault_names_a_line_that_stands_once() -> None:
    keys = [fault.key for fault in all_faults()]
    assert len(keys) >= 100
    assert len(set(keys)) == len(keys)


def test_what_is_kept_is_of_faults_of_the_list() -> None:
    kept = set(json.loads(CAUGHT.read_text(encoding="utf-8")))
    assert kept - {fault.key for fault in all_faults()} == set()
