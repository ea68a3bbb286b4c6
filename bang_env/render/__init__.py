"""Pictures of a game: text, SVG, pixels and a window."""

from bang_env.render.pictures import render_rgb, render_svg, render_text
from bang_env.render.window import Window

__all__ = ["Window", "render_rgb", "render_svg", "render_text"]
