"""Pictures of a game, as text."""

from bang_env.render.text import render_text

__all__ = ["render_text"]
