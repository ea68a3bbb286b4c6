"""The wheels of a release, in a folder: the pure one, and one with machine code for this Python and Linux on x86-64.

``python -m tests.support.wheels dist`` builds both from the working tree. pip prefers the second where it fits. It runs
on processors of x86-64-v3; see `cardkit.compiled.kept.shipped`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from cardkit.compiled.kept.shipped import COLLECT, FOLDER, MADE_BY, MADE_FOR, TARGET
from cardkit.report.progress import progress_bar
from tests.support.first_minutes import ROOT, programs

PLATFORM = "manylinux_2_17_x86_64"  # the code needs nothing of the system but what Numba brings


def pure_wheel(folder: Path) -> Path:
    """Build the wheel that fits everywhere, without machine code."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return max(folder.glob("durak_env-*-none-any.whl"), key=os.path.getmtime)


def platform_wheel(pure: Path) -> Path:
    """Build the wheel with machine code beside the pure one."""
    with TemporaryDirectory(prefix="wheel-") as name:
        place = Path(name, "site-packages")  # as installed: stamps of source do not follow what others install
        with zipfile.ZipFile(pure) as packed:
            packed.extractall(place)
        code = place / FOLDER.relative_to(ROOT)
        code.mkdir()
        _run_all(Path(name), place, code)
        (code / MADE_FOR).write_text(MADE_BY)
        _wheel("pack", str(place), "--dest-dir", name)
        (packed_again,) = Path(name).glob("*.whl")
        version = f"cp{sys.version_info[0]}{sys.version_info[1]}"
        tags = ["--python-tag", version, "--abi-tag", version, "--platform-tag", PLATFORM]
        tagged = _wheel("tags", *tags, str(packed_again)).strip()
        return Path(name, tagged).rename(pure.with_name(tagged))


def _run_all(folder: Path, place: Path, code: Path) -> None:
    """Run people's first commands with the packages of a place, and collect the compiled code."""
    (folder / "tests").symlink_to(ROOT / "tests")
    processor, features = TARGET
    environment = os.environ | {
        "PYTHONPATH": str(place),
        "NUMBA_CPU_NAME": processor,
        "NUMBA_CPU_FEATURES": features,
        "NUMBA_CACHE_DIR": str(folder / "kept"),
        COLLECT: str(code),
    }
    ahead = list(programs())
    with progress_bar("compiling", len(ahead)) as progress:
        for done, arguments in enumerate(ahead, 1):
            subprocess.run(
                [sys.executable, *arguments], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL
            )
            progress(done)


def _wheel(*arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "wheel", *arguments], check=True, capture_output=True, text=True
    ).stdout


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="for both; it is made")
    pure = pure_wheel(parser.parse_args().folder.resolve())
    for wheel in (pure, platform_wheel(pure)):
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
