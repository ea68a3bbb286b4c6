"""Pictures of a game for people: text, SVG, pixels, a window."""

from durak_env.render.pictures import Window, render_rgb, render_svg, render_text

__all__ = ["Window", "render_rgb", "render_svg", "render_text"]
