"""Pictures of a game as text, SVG and pixels; `bang_env.render.window` shows them on the screen.

Each function accepts an `InformationSet` and shows what its seat knows, or a STATE record and shows all roles and
cards. With ``seat`` it shows what that seat knows of a state. Text names players by their seats, as plies do.
"""

from __future__ import annotations

from collections.abc import Sequence

from bang_env.core.records import STATES, State
from bang_env.information import InformationSet
from bang_env.render.layout import lay_out
from bang_env.rules import Rules
from cardkit.render.pictures import TablePictures
from cardkit.render.seats import Scene
from cardkit.rules.recorded import recorded_rules


def scene_lines(scene: Scene[InformationSet], players: Sequence[str]) -> list[str]:
    """Write the lines of `render_text`."""
    return scene.info.text.splitlines()


def _rules_of(state: State) -> Rules:
    return Rules(num_players=len(state.hand_sizes), **recorded_rules(Rules, state))


PICTURES = TablePictures(InformationSet, STATES.values(), _rules_of, scene_lines, lay_out)
render_text, render_svg, render_rgb = PICTURES.render_text, PICTURES.render_svg, PICTURES.render_rgb
scene_of = PICTURES.scene_of
