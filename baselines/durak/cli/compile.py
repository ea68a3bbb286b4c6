"""``durak compile``."""

from __future__ import annotations

from baselines.durak.cli.options import clear_errors


def compile_all() -> None:
    """Compile all of Durak now, so that later starts are quick: a step for building a container image.

    Otherwise code is compiled at its first use and kept. It lies beside its source, or in the folder named by
    NUMBA_CACHE_DIR, which may be read-only afterwards. See docs/kit/compiled_code.md.
    """
    import time

    from baselines.durak.bench.precompile import kept_in, steps
    from cardkit.report.progress import progress_bar
    from cardkit.report.terminal import Terminal

    console, began = Terminal(), time.perf_counter()
    with clear_errors():
        folder, all_steps = kept_in(), list(steps())
        with progress_bar("compiling", len(all_steps)) as progress:
            for done, (_, step) in enumerate(all_steps, 1):
                step()
                progress(done)
    console.print(
        f"Everything is compiled, after {time.perf_counter() - began:.0f} s, and kept in {folder}.", soft_wrap=True
    )
