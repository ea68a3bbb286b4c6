"""``durak compile``."""

from __future__ import annotations

from baselines.durak.cli.options import clear_errors


def compile_all() -> None:
    """Compile all of Durak now, so that later starts are quick: a step for building a container image.

    Otherwise code is compiled at its first use and kept. It lies beside its source, or in the folder named by
    NUMBA_CACHE_DIR, which may be read-only afterwards. See docs/kit/compiled_code.md.
    """
    import time

    from baselines.durak.bench.precompile import check_kept, kept_in, steps
    from cardkit.processes.side_by_side import side_by_side
    from cardkit.report.progress import progress_bar
    from cardkit.report.terminal import Terminal

    console, began = Terminal(), time.perf_counter()
    with clear_errors():
        folder, (first, *others) = kept_in(), steps()
        with progress_bar("compiling", len(others) + 1) as progress:
            first()  # the rules, which all others need
            side_by_side(others, progress=lambda done, _: progress(done + 1))
        check_kept()
    console.print(
        f"Everything is compiled, after {time.perf_counter() - began:.0f} s, and kept in {folder}.", soft_wrap=True
    )
