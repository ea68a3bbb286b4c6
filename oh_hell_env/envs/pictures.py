"""Oh Hell's pictures for the environments."""

from __future__ import annotations

from cardkit.envs.pictures import LatePictures

PICTURES = LatePictures("oh_hell_env.render")
