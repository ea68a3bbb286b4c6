"""Bang!'s pictures for the environments."""

from __future__ import annotations

from cardkit.envs.pictures import LatePictures

PICTURES = LatePictures("bang_env.render")
