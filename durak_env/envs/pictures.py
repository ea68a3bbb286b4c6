"""Durak's pictures for the environments; the drawing libraries are imported at first use."""

from __future__ import annotations

from typing import Any

import numpy as np


class DurakPictures:
    """Draws what a seat knows, or a STATE record with all cards."""

    def text(self, view: Any) -> str:
        """The game as text."""
        from durak_env.render.pictures import render_text

        return render_text(view)

    def image(self, view: Any) -> np.ndarray:
        """The game as an image of shape (height, width, 3)."""
        from durak_env.render.pictures import render_rgb

        return render_rgb(view)

    def new_window(self) -> Any:
        """A `durak_env.render.window.Window`."""
        from durak_env.render.window import Window

        return Window()


PICTURES = DurakPictures()
