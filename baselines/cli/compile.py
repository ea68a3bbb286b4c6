"""``durak compile``."""

from __future__ import annotations

from baselines.cli.options import clear_errors


def compile_all() -> None:
    """Compile everything now, so that later starts are quick: a step for the image of a container.

    Code is otherwise compiled at its first use and kept. It lies beside its source, or in the folder that
    NUMBA_CACHE_DIR names; that folder may be read-only later. docs/compiled_code.md tells more.
    """
    import time

    from rich.console import Console
    from rich.progress import track

    from baselines.bench.precompile import kept_in, steps

    console, began = Console(), time.perf_counter()
    with clear_errors():
        folder = kept_in()
        for _, step in track(list(steps()), description="compiling", console=console, disable=not console.is_terminal):
            step()
    console.print(f"All is compiled, after {time.perf_counter() - began:.0f} s, and kept in {folder}.", soft_wrap=True)
