"""What programs have imported so far, they still can."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHOW = "docs", "examples", "notebooks"

SHOWN = {
    "baselines": "Agent MatchResult PolicyAgent agent_names make_agent play_match",
    "baselines.endgame": "solve",
    "baselines.learned": "CHAMPION network_agent",
    "baselines.policy_file": "load_policy",
    "baselines.ratings": "wilson",
    "baselines.sb3_policy": "SB3Agent",
    "baselines.sprt": "Sprt",
    "baselines.tournament": "play_tournament",
    "baselines.tournament_page": "draw_heat_map",
    "baselines.tournament_sheets": "Standings",
    "durak_env": "Card CompiledAgent Deal Encoding GameRecord InformationSet Rules compiled_choice determinize",
    "durak_env.bits": "lowest nth_bit",
    "durak_env.cards": "count",
    "durak_env.deals": "Deal",
    "durak_env.game": "ATTACK deal mover",
    "durak_env.gym_env": "DurakEnv",
    "durak_env.information": "InformationSet",
    "durak_env.notation": "GameRecord format_action parse_action parse_records replay",
    "durak_env.prng": "below chance",
    "durak_env.render": "render_rgb render_svg render_text",
    "durak_env.rules": "Rules",
}


def test_they_import_what_they_did() -> None:
    lines = [f"from {module} import {', '.join(names.split())}" for module, names in SHOWN.items()]
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)


@pytest.mark.parametrize(
    ("former", "home"), [("durak_env.bits", "cardkit.compiled.bits"), ("baselines.sprt", "cardkit.statistics.sprt")]
)
def test_a_former_name_is_the_very_module(former: str, home: str) -> None:
    """In a process of its own, whichever is imported first."""
    for first, second in ((former, home), (home, former)):
        code = f"import {first}, {second}, sys; one, other = sys.modules[{first!r}], sys.modules[{second!r}]; "
        code += "assert one is other; print(one.__name__, one.__spec__.name, one.__spec__.parent)"
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        assert done.stdout.split() == [home, home, home.rpartition(".")[0]]


def test_no_page_teaches_a_former_name() -> None:
    former = [name for name in SHOWN if import_module(name).__name__ != name]
    shown = [ROOT / "README.md", *(path for folder in SHOW for path in (ROOT / folder).rglob("*.*"))]
    texts = {path.name: path.read_text("utf-8") for path in shown if path.suffix in (".md", ".py", ".ipynb")}
    assert len(former) > 10
    assert len(texts) > 20
    taught = [(page, name) for page, text in texts.items() for name in former if re.search(rf"\b{name}\b", text)]
    assert taught == []


def test_a_module_that_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        __import__("durak_env.nothing_of_the_kind")
