"""The package's words about itself, to installers and to authors who cite it."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import durak_env
from tests.support.release_check import EXTRAS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)["project"]


def test_it_says_whose_it_is_and_for_whom(project: dict[str, Any]) -> None:
    (author,) = project["authors"]
    assert f"Copyright (c) 2026 {author['name']}" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    topics = {line.split(" :: ")[0] for line in project["classifiers"]}
    assert {"Development Status", "Intended Audience", "Operating System", "Programming Language", "Topic"} <= topics


def test_a_typer_that_breaks_help_or_takes_no_argument_for_one_is_not_installed(project: dict[str, Any]) -> None:
    (typer,) = (one for one in map(Requirement, project["dependencies"]) if one.name == "typer")
    assert not any(typer.specifier.contains(broken) for broken in ("0.15.0", "0.16.0", "0.17.3"))


def test_each_extra_is_tried_alone_before_a_release(project: dict[str, Any]) -> None:
    """Each extra but ``dev``, which has them all, is tried alone before a release."""
    assert EXTRAS.keys() == project["optional-dependencies"].keys() - {"dev"}


def test_the_citation_is_of_this_version(project: dict[str, Any]) -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    told = {found[1]: found[2] for line in lines if (found := re.fullmatch(r"([\w-]+): (.+)", line))}
    assert told["title"] == project["name"]
    assert told["version"] == durak_env.__version__
    assert told["license"] == project["license"]
    assert f"  - name: {project['authors'][0]['name']}" in lines
