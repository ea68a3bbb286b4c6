"""The list of one-line faults that measures the suite fits the code, and the tests that noticed them still stand."""

from __future__ import annotations

import re

from tests.support.faults import ROOT, all_faults, caught


def test_each_fault_names_a_line_that_stands_once() -> None:
    keys = [fault.key for fault in all_faults()]
    assert len(keys) >= 100
    assert len(set(keys)) == len(keys)


def test_what_is_kept_is_of_faults_of_the_list() -> None:
    assert set(caught()) - {fault.key for fault in all_faults()} == set()


def test_the_tests_that_noticed_faults_stand() -> None:
    for found in caught().values():
        file, _, name = found.get("by", "").partition("[")[0].partition("::")
        if name:
            assert re.search(rf"def {name}\b", (ROOT / file).read_text(encoding="utf-8")), found
