"""Command lines, run in this process."""

from __future__ import annotations

from typing import Any

from typer.testing import CliRunner, Result


def run_command(program: Any, *arguments: str, status: int = 0, columns: int | None = None, **given: Any) -> Result:
    """Run a program, check the status with which it ends, and return what it printed.

    Args:
        program: the Typer app.
        arguments: its command line.
        status: that it must end with.
        columns: the width of the terminal.
        **given: further arguments of `CliRunner.invoke`, such as what is typed: ``input``.
    """
    env = None if columns is None else {"COLUMNS": str(columns)}
    done = CliRunner().invoke(program, arguments, env=env, **given)
    assert done.exit_code == status, (done.output, done.exception)
    return done
