"""Files are whole or not there, whatever happens while they are written, and errors name them."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from baselines.durak.cli import app
from cardkit.files import check_writable, replacing, write_text
from cardkit.reading import parse_json, read_text, used_as
from tests.support.command_line import run_command

KILLED = """
import os, signal, sys
from cardkit.files import replacing
with replacing(sys.argv[1]) as new:
    new.write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_file_takes_the_place_of_another_with_its_rights(tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    write_text(file, "é")
    assert file.read_text(encoding="utf-8") == "é"
    umask = os.umask(0)
    os.umask(umask)
    assert file.stat().st_mode & 0o777 == 0o666 & ~umask
    file.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(file)
    write_text(link, "new")
    assert (file.read_text(encoding="utf-8"), link.is_symlink()) == ("new", True)
    assert file.stat().st_mode & 0o777 == 0o640
    assert {one.name for one in tmp_path.iterdir()} == {"figures.csv", "link"}


def test_a_mark_of_the_byte_order_is_no_part_of_the_text(tmp_path: Path) -> None:
    """Some editors put a mark of the byte order at the beginning of a record."""
    file = tmp_path / "game.txt"
    file.write_text("é", encoding="utf-8-sig")
    assert read_text(file, 1) == "é"


def test_an_error_leaves_everything_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    for before in (None, "old"):
        if before:
            file.write_text(before)
        with suppress(ZeroDivisionError), replacing(file) as new:
            new.write_text("half")
            raise ZeroDivisionError
        assert [one.read_text() for one in tmp_path.iterdir()] == ([before] if before else [])


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills as POSIX systems do")
def test_a_kill_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    file.write_text("old")
    assert subprocess.run([sys.executable, "-c", KILLED, str(file)]).returncode == -signal.SIGKILL
    assert file.read_text() == "old"


def test_what_is_no_regular_file_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # no device of the machine, which a fault here would replace
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_text(pipe, "gone")
    assert os.read(reader, 10) == b"gone"
    os.close(reader)
    assert pipe.is_fifo()
    with pytest.raises(IsADirectoryError):
        write_text(tmp_path, "no")


@pytest.mark.parametrize("place", ["/dev/stdout", "/dev/fd/1"])
def test_standard_output_is_written_behind_what_was_printed(place: str, tmp_path: Path) -> None:
    """Standard output is written in order into a pipe, which has no name, and into a file that the shell has opened."""
    program = f"""
from cardkit.files import check_writable, write_text
check_writable({place!r})
print("printed")
write_text({place!r}, "written")
print(", then printed")
"""
    piped = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (piped.stdout, piped.stderr) == ("printed\nwritten, then printed\n", "")
    file = tmp_path / "led.txt"
    with file.open("w") as led:
        subprocess.run([sys.executable, "-c", program], stdout=led, check=True)
    assert file.read_text() == piped.stdout


def test_a_closed_descriptor_is_told_before_the_games() -> None:
    with pytest.raises(OSError, match="Bad file descriptor: '/dev/fd/999999'"):
        check_writable("/dev/fd/999999")


def test_errors_name_the_file_that_was_meant(tmp_path: Path) -> None:
    file = tmp_path / "no" / "figures.csv"
    for write in (lambda: write_text(file, ""), lambda: check_writable(file)):
        with pytest.raises(FileNotFoundError) as missing:
            write()
        assert missing.value.filename == str(file)


@pytest.mark.parametrize("reason", [OSError(errno.ENOSPC, "No space left on device"), OSError("40 of 80 written")])
def test_errors_while_writing_name_the_file_too(reason: OSError, tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    with pytest.raises(OSError, match=rf"{reason.strerror or reason!s}: .*figures.csv") as full, replacing(file):
        raise reason
    assert full.value.filename == str(file)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    "command", ["match {} {} --log", "tournament {} {} --csv", "tournament {} {} --records", "tournament {} {} --html"]
)
def test_commands_name_the_file_that_they_cannot_write(command: str) -> None:
    arguments = [*command.format("greedy", "random").split(), "/dev/full", "--games", "2", "--seed", "1"]
    result = run_command(app, *arguments, status=2)
    assert result.stderr.startswith("durak: /dev/full: ")


def test_a_file_that_can_be_written_is_left_as_it_is(tmp_path: Path) -> None:
    check_writable(tmp_path / "new.csv")
    (tmp_path / "old.csv").write_text("old")
    check_writable(tmp_path / "old.csv")
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {"old.csv": "old"}


def test_all_errors_of_a_reader_name_the_file() -> None:
    for error, told in ((KeyError("x"), "KeyError 'x'"), (ValueError("odd\nlong"), "odd"), (EOFError(), "EOFError")):
        with pytest.raises(ValueError, match=f"^file.pt cannot be used as a log: {told}$"), used_as("file.pt", "a log"):
            raise error
    with pytest.raises(FileNotFoundError), used_as("file.pt", "a log"):
        Path("/no/such/file").read_text()
    with pytest.raises(ValueError, match="nested too deep"):
        parse_json("[" * 100_000)
