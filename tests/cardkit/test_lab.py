"""The lab on a game of three seats: sweeps, kept measurements, the page and the command of a document."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from cardkit.commands.app import Program
from cardkit.lab.answers import CELL_RISK, Answer, same
from cardkit.lab.claims import best, rises, slower, wins_more
from cardkit.lab.command import reproduce
from cardkit.lab.document import Document
from cardkit.lab.finding import Verdict
from cardkit.lab.kept import Kept
from cardkit.lab.measures import points
from cardkit.lab.page import check_nothing_lost, section
from cardkit.lab.scale import Scale
from cardkit.lab.sweep import Claim, Duel, Judged, Sweep
from cardkit.report.page_section import write_section
from tests.support.command_line import run_command
from tests.support.herding_game import Herding

GAME: Any = Herding()
HERE = "tests.support.herding_game"
RANDOM, SEARCH = f"{HERE}:compiled_random", f"{HERE}:ismcts:simulations="
LINEUPS = {"random": RANDOM, "20": f"{SEARCH}20", "40": f"{SEARCH}40"}
DUELS = tuple(Duel(label, (spec, RANDOM, RANDOM), GAME) for label, spec in LINEUPS.items())
SMALL = Sweep(
    *("small", "A small sweep", "agent", DUELS, "random"),
    quick=60,
    part=30,
    claims=(
        Claim("better agents win more", rises),
        Claim("random is the best", best("random"), "it is the weakest"),
    ),
)
DOCUMENT = Document("leaflet", "herd reproduce", "docs/leaflet.md", "## The leaflet, reproduced", (SMALL,))
QUICK = Scale(quick=True)


def test_a_sweep_is_played_and_judged() -> None:
    begun: list[str] = []
    finding = SMALL.run(Scale(quick=True, progress=begun.append))
    assert finding.games == 180
    assert len(begun) == 2 * 3  # two matches each
    assert [verdict.answer for verdict in finding.verdicts] == [Answer.AGREES, Answer.DIFFERS]
    assert str(finding.verdicts[1]).startswith("differs: random is the best (")
    assert str(finding.verdicts[1]).endswith("; it is the weakest)")
    assert [row[0] for row in finding.rows] == list(LINEUPS)
    assert SMALL.run(Scale(quick=True, jobs=2)).rows == finding.rows


def test_a_sweep_counts_points_as_well() -> None:
    sweep = Sweep(
        *("points", "Points", "agent", DUELS, "random"), quick=60, claims=(Claim("rises", rises),), measure=points(1.0)
    )
    found = sweep.run(QUICK)
    assert found.header == ("agent", "points", "98 % interval", "98 % of games from, to")
    assert found.verdicts[0].answer is Answer.AGREES


def test_times_are_measured_where_a_sweep_says_how() -> None:
    timed = Sweep(
        *("timed", "Timed", "agent", DUELS, "random"),
        quick=30,
        claims=(Claim("40 is slower", slower("40", "20")),),
        times=lambda duels, seed, scale: np.arange(1.0, 4.0)[:, None] * np.linspace(0.9, 1.1, 20),
    )
    found = timed.run(QUICK)
    assert found.header[-1] == "ms a choice"
    assert [row[-1] for row in found.rows] == ["1", "2", "3"]
    assert found.verdicts[0].answer is Answer.AGREES
    with pytest.raises(ValueError, match="need a sweep that measures them"):
        Sweep("untimed", "", "", DUELS, "", quick=30, claims=timed.claims).run(QUICK)


def test_no_games_are_shown_twice_but_those_of_one_figure() -> None:
    seeds = {Scale().seed_of(f"figure-{name}", number) for name in range(30) for number in range(20)}
    assert len(seeds) == 600
    assert Scale(seed=2).seed_of("figure-5", 0) not in seeds


def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    first = SMALL.run(Scale(quick=True, kept=Kept(tmp_path)))
    files = sorted(tmp_path.iterdir())
    assert len(files) == 6
    files[0].unlink()  # as if it had been interrupted
    written = {path: path.stat().st_mtime_ns for path in files[1:]}
    kept = Kept(tmp_path)
    assert SMALL.run(Scale(quick=True, kept=kept)).rows == first.rows
    assert all(path.stat().st_mtime_ns == written[path] for path in files[1:])
    assert files[0].exists()
    assert kept.seconds > 0


def test_what_another_machine_has_kept_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Kept(tmp_path).measured("one", lambda: np.ones(1))
    monkeypatch.setattr("cardkit.lab.kept.machine", lambda: "another, 64 cores; 2026-11-01")
    with pytest.raises(ValueError, match="take another folder"):
        Kept(tmp_path).measured("one", lambda: np.ones(1))


def test_damaged_and_foreign_files_among_what_is_kept_are_named(tmp_path: Path) -> None:
    Kept(tmp_path).measured("one", lambda: np.ones(1))
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    foreign = BytesIO()
    np.savez(foreign, measured=np.ones(1))
    flipped = bytearray(whole)
    flipped[whole.index(b"values.npy") + 40] ^= 255
    for content in (b"", b"nonsense", bytes(1000), whole[:-1], bytes(flipped), foreign.getvalue()):
        file.write_bytes(content)
        with pytest.raises(ValueError, match=rf"{file.name} cannot be used as a kept measurement \(delete it") as told:
            Kept(tmp_path).measured("one", lambda: np.ones(1))
        assert "pickle" not in str(told.value)
    Kept(tmp_path).measured("two", lambda: np.ones(1))
    (other,) = set(tmp_path.iterdir()) - {file}
    other.rename(file)
    with pytest.raises(ValueError, match="it holds two, not one"):
        Kept(tmp_path).measured("one", lambda: np.ones(1))


def test_a_folder_that_cannot_be_kept_in_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(OSError, match="file"):
            Kept(folder)


def test_the_page_has_table_picture_and_verdicts(tmp_path: Path) -> None:
    scale = Scale(quick=True, jobs=2)
    text = section(DOCUMENT, [(SMALL, SMALL.run(scale))], tmp_path / "figures", tmp_path / "results.md", scale)
    assert text.startswith("## The leaflet, reproduced A quick run")
    assert re.search(r"Seed 1, 2 workers at once, \d+ seconds on", text)
    assert "| small | A small sweep | 180 | 1 | 0 | 1 | 0 |" in text
    assert "There are 2 verdicts (agrees: 1, compatible: 0, differs: 1, cannot be told: 0)" in text
    assert "Were all of these true of our agents, 0.0 false 'differs' would be expected" in " ".join(text.split())
    assert "A verdict repeats what the leaflet says" in text
    assert "![A small sweep](figures/small.svg)" in text
    assert "- agrees: better agents win more" in text
    assert max(map(len, text.splitlines())) < 200
    assert (tmp_path / "figures" / "small.svg").read_text().startswith("<?xml")


def test_a_page_is_a_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"{tmp_path}"):
        write_section(tmp_path, "one", "first")


def test_sections_leave_each_other_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    write_section(page, "one", "first")
    write_section(page, "two", "second")
    both = page.read_text(encoding="utf-8")
    assert both.index("first") < both.index("second")
    write_section(page, "one", "changed")
    assert page.read_text(encoding="utf-8") == both.replace("first", "changed")


def test_a_section_without_an_end_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- one -->\nmine\n", encoding="utf-8")
    with pytest.raises(ValueError, match="<!-- end of one -->"):
        write_section(page, "one", "new")
    assert page.read_text(encoding="utf-8") == "<!-- one -->\nmine\n"


def test_an_experiment_named_twice_counts_once() -> None:
    assert DOCUMENT.chosen(["small", "small"]) == [SMALL]


def test_pictures_that_cannot_be_written_are_told_before_anything_is_played(tmp_path: Path) -> None:
    program = Program("herd", lambda: GAME, "Herding.")
    program.add(reproduce, document=lambda: DOCUMENT)
    program.command("other")(lambda: None)
    (tmp_path / "figures").touch()
    done = run_command(program, "reproduce", "--quick", "--write", str(tmp_path / "page.md"), status=2)
    assert "Not a directory" in done.stderr
    assert not done.stdout


def test_a_statement_judged_in_several_settings_is_counted_once(tmp_path: Path) -> None:
    finding = SMALL.run(QUICK)
    once, twice = finding.verdicts

    def counted(*verdicts: Verdict) -> str:
        found = [(SMALL, replace(finding, verdicts=verdicts, draw=None))]
        return section(DOCUMENT, found, tmp_path / "figures", tmp_path / "page.md", QUICK)

    assert "They judge" not in counted(once, twice)
    again = [replace(twice, statement="the best") for _ in range(3)]
    text = counted(once, *again, replace(twice, statement="the second best"))
    assert "There are 5 verdicts " in text
    assert "They judge 3 statements, some in several settings. " in " ".join(text.split())


def test_a_quick_run_says_how_much_it_leaves_open() -> None:
    claims = (
        Claim("20 win more", wins_more("20", "random")),
        Claim("they win alike", lambda scores: Judged(same(scores[1].gain(scores[0], 0.98)), "", CELL_RISK)),
        Claim("the deals are alike", lambda scores: Judged(Answer.AGREES, "", 0.0)),
    )
    few = Sweep("few", "Few games", "agent", DUELS, "random", quick=6, claims=claims)
    program = Program("herd", lambda: GAME, "Herding.")
    program.add(reproduce, document=lambda: Document("leaflet", "herd reproduce", "docs/leaflet.md", "", (few,)))
    program.command("other")(lambda: None)
    said = CliRunner().invoke(program, ["reproduce", "--quick", "--jobs", "1"]).output
    assert "leave 2 of these 3 verdicts open (compatible: 1, cannot be told: 1)." in " ".join(said.split())


def test_the_command_writes_what_no_other_run_loses(tmp_path: Path) -> None:
    program, page = Program("herd", lambda: GAME, "Herding."), tmp_path / "page.md"
    program.add(reproduce, document=lambda: DOCUMENT)
    program.command("other")(lambda: None)
    done = run_command(program, "reproduce", "--quick", "--jobs", "1", "--seed", "5", "--write", str(page))
    assert "docs/leaflet.md says what each word means" in " ".join(done.output.split())
    assert "Seed 5, 1 worker at once" in page.read_text(encoding="utf-8")
    assert CliRunner().invoke(program, ["reproduce", "--list"]).output.split() == ["small", "A", "small", "sweep"]
    check_nothing_lost(DOCUMENT, ["small", "another"], page)
    with pytest.raises(ValueError, match="also has the findings of small: run these as well"):
        check_nothing_lost(DOCUMENT, ["another"], page)
    unknown = run_command(program, "reproduce", "figure-9.9", status=2)
    assert "unknown experiment 'figure-9.9'; the experiments are small" in unknown.stderr
