"""The release, tried out: wheels and source distribution, built from the last commit and used outside the clone.

``python -m tests.support.release_check`` prints what it did and ends with an error where something fails. It needs a
package index: the dependencies go into an empty environment, and each extra alone into one of its own, where a command
needs it. ``UV_TORCH_BACKEND=cpu`` spares CUDA's packages.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.first_minutes import ROOT, programs
from tests.support.wheels import platform_wheel

SHOWN = 3
"""Python blocks of the README, none of which needs an extra: two kinds of environment and an agent."""

SERVED = r"""import re, subprocess, urllib.request
program = subprocess.Popen(["durak", "table", "--no-browser", "--port", "0"], stdout=subprocess.PIPE, text=True)
try:
    address = next(found[0] for line in program.stdout if (found := re.search(r"http://\S+", line)))
    assert urllib.request.urlopen(address).status == 200
finally:
    program.kill()"""
DRAWN = """from durak_env import durak_v0
env = durak_v0.env(render_mode="rgb_array")
env.reset(seed=1)
assert env.render().std() > 0"""
LOADED = """import pyspiel
from durak_env import openspiel
state = pyspiel.load_game("python_durak").new_initial_state()
assert state.is_chance_node()"""
ASKED = """from baselines import make_agent
assert make_agent("chat:url=http://localhost:8000/v1,model=any").reader.answers == 0"""
RECIPES = ("torchrl_ppo", "tianshou_dqn", "skrl_ppo")
EXTRAS: dict[str, list[list[str]]] = {
    "render": [["python", "-c", DRAWN]],
    "train": [["durak", "train", "--preset", "ppo", "--plies", "4096"]],
    "ray": [["durak", "match", "greedy", "random", "--games", "100", "--backend", "ray", "--jobs", "2"]],
    "recipes": [
        ["python", f"{{source}}/examples/recipes/{name}.py", "--steps", "4096", "--match-games", "20"]
        for name in RECIPES
    ],
    "tune": [["durak", "tune", "mcts:c=0.3..2.0,limit=5", "--trials", "2", "--games", "10"]],
    "plot": [["durak", "examine", "luck", "greedy", "--against", "random", "--games", "40", "--png", "luck.png"]],
    "chat": [["python", "-c", ASKED]],
    "openspiel": [["python", "-c", LOADED]],
    "export": [
        ["durak", "export", "--agents", "random", "--games", "20", "--to", "games", "--minari", "durak/random-v0"]
    ],
    "docs": [["python", "-m", "sphinx", "-q", "{source}/docs", "site"]],
    "table": [["python", "-c", SERVED]],
    "test": [["python", "-m", "pytest", "--quiet", "{source}"]],
}
"""Commands that need an extra, and must do with it alone; ``{source}`` is the tree of the commit."""

LICENCES = """from importlib.metadata import distributions
for one in sorted(distributions(), key=lambda one: one.name.lower()):
    told = one.metadata
    classified = [each.split(" :: ")[-1] for each in told.get_all("Classifier", []) if each.startswith("License")]
    licence = told.get("License-Expression") or ", ".join(classified) or (told.get("License") or "?").splitlines()[0]
    print(f"  {one.name} {one.version}: {licence}")
"""


def run(command: list[str], where: Path, environment: Mapping[str, str] | None = None) -> str:
    """Return a command's output; the output becomes the error where the command fails."""
    begun = time.monotonic()
    done = subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True)
    told = " ".join(Path(word).name if word.startswith("/") else word.split("\n")[0] for word in command)
    print(f"{time.monotonic() - begun:6.1f} s  {told[:100]}", flush=True)
    if done.returncode != 0:
        raise SystemExit(f"{told}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def build(folder: Path) -> tuple[Path, Path]:
    """Build the wheel and the source distribution of the last commit; a wheel from the latter holds the same files."""
    source, first, second = folder / "source", folder / "dist", folder / "again"
    archive = folder / "source.tar"
    run(["git", "archive", "--output", str(archive), "HEAD"], ROOT)
    with tarfile.open(archive) as packed:
        packed.extractall(source, filter="data")
    hatchling = [sys.executable, "-m", "hatchling", "build", "--directory"]
    run([*hatchling, str(first)], source)
    (wheel,), (sdist,) = first.glob("*.whl"), first.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    run([*hatchling, str(second), "--target", "wheel"], unpacked)
    (same,) = second.glob("*.whl")
    if names_in(wheel) != names_in(same):
        raise SystemExit(f"the wheels differ: {sorted(names_in(wheel) ^ names_in(same))}")
    missing = packaged() - names_in(wheel)
    if missing:
        raise SystemExit(f"not in the wheel: {sorted(missing)}")
    return wheel, sdist


def names_in(wheel: Path) -> set[str]:
    """Return the files of a wheel."""
    with zipfile.ZipFile(wheel) as packed:
        return set(packed.namelist())


def project() -> dict[str, object]:
    """Return the declarations of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def packaged() -> set[str]:
    """Return the files of the packages, data included, as the commit has them."""
    packages = project()["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]  # type: ignore[index]
    listed = subprocess.run(["git", "ls-files", "--", *packages], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(listed.stdout.split())


def commands(programs: Path) -> Iterator[list[str]]:
    """Yield the first commands of a user without a home, a clone or an extra."""
    for program, match in (
        ("durak", ["greedy", "champion", "--games", "200"]),
        ("oh-hell", ["informed:version=2", "random", "--games", "40"]),
        ("bang", ["rai", "rair", "--games", "30"]),
    ):
        yield [str(programs / program), "--version"]
        yield [str(programs / program), "agents"]
        yield [str(programs / program), "match", *match, "--seed", "1"]
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    for block in blocks[:SHOWN]:
        yield [str(programs / "python"), "-c", block]


def use(folder: Path, wheel: Path, python: str) -> None:
    """Install the wheel into an empty environment and use it, also where nothing can be written."""
    environment, elsewhere = folder / "environment", folder / "elsewhere"
    elsewhere.mkdir()
    run([python, "-m", "venv", str(environment)], folder)
    programs = environment / "bin"
    run([str(programs / "pip"), "install", "--quiet", str(wheel)], elsewhere)
    bare = {"PATH": f"{programs}:{os.defpath}", "LANG": "C.UTF-8"}
    for command in commands(programs):
        run(command, elsewhere, bare)
    match = [str(programs / "durak"), "match", "greedy", "random", "--games", "100", "--seed", "1"]
    here = run(match, elsewhere, bare)
    generic = run(match, elsewhere, bare | {"NUMBA_CPU_NAME": "generic"})
    read_only = run(as_a_reader(environment, match), elsewhere, bare | {"HOME": str(environment)})
    if not figures(here) == figures(generic) == figures(read_only):
        raise SystemExit("the same match has other figures on a generic processor or on a read-only tree")
    print(run([str(programs / "python"), "-c", LICENCES], elsewhere, bare), end="")


def use_extras(folder: Path, wheel: Path, python: str, extras: Mapping[str, list[list[str]]]) -> None:
    """Install the wheel with each extra alone into an environment of its own, and run what needs it there."""
    tool, place = folder / "tool", folder / "extras"
    place.mkdir()
    run([python, "-m", "venv", str(tool)], folder)
    run([str(tool / "bin" / "pip"), "install", "--quiet", "uv"], folder)
    alone = [str(tool / "bin" / "uv"), "run", "--quiet", "--isolated", "--no-project", "--python", python, "--with"]
    environment = os.environ | {"MINARI_DATASETS_PATH": str(folder / "minari")}
    for extra, tried in extras.items():
        for command in tried:
            words = [word.replace("{source}", str(folder / "source")) for word in command]
            told = run([*alone, f"durak-env[{extra}] @ {wheel.as_uri()}", "--", *words], place, environment)
            if "pytest" in words:
                print(f"          {told.splitlines()[-1]}")  # how many passed, and how many were skipped
        print(f"          {extra}: alone")


def use_machine_code(folder: Path, wheel: Path, python: str) -> None:
    """Install the wheel with machine code into an empty environment; no first command of a user may compile there."""
    environment, kept, elsewhere = folder / "platform", folder / "kept", folder / "first"
    elsewhere.mkdir()
    (elsewhere / "tests").symlink_to(ROOT / "tests")
    run([python, "-m", "venv", str(environment)], folder)
    run([str(environment / "bin" / "pip"), "install", "--quiet", f"durak-env[table] @ {wheel.as_uri()}"], elsewhere)
    bare = {"PATH": f"{environment / 'bin'}:{os.defpath}", "LANG": "C.UTF-8", "NUMBA_CACHE_DIR": str(kept)}
    for arguments in programs():
        run([str(environment / "bin" / "python"), *arguments], elsewhere, bare)
    compiled = sorted(file.name for file in kept.rglob("*.nbc"))
    print(f"          {len(compiled)} functions compiled")
    if compiled:
        raise SystemExit(f"compiled although the wheel has machine code: {compiled}")


def figures(printed: str) -> list[str]:
    """Return a match's lines but for those that tell times."""
    return [line for line in printed.splitlines() if "time a ply" not in line]


def as_a_reader(environment: Path, command: list[str]) -> list[str]:
    """Return the command run so that it cannot write into the environment, from which all may read."""
    run(["chmod", "--recursive", "a-w", str(environment)], environment)
    # Root writes everywhere by a capability. Another user might not reach an interpreter that root has at home.
    return ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *command] if os.geteuid() == 0 else command


def main() -> None:
    """Build, install, use, and use every extra's additions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable, help="interpreter of the empty environments")
    parser.add_argument("--extras", nargs="*", choices=EXTRAS, help="those to try; by default all")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="release-") as name:
        folder = Path(name)
        wheel, sdist = build(folder)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB; {sdist.name}: {sdist.stat().st_size / 1e6:.1f} MB")
        use(folder, wheel, asked.python)
        use_machine_code(folder, platform_wheel(wheel), asked.python)
        use_extras(folder, wheel, asked.python, {extra: EXTRAS[extra] for extra in asked.extras or EXTRAS})


if __name__ == "__main__":
    main()
