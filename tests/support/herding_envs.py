"""Environments of Herding."""

from __future__ import annotations

from tests.support.environments import Environments
from tests.support.herding_encoding import HerdingEncoding
from tests.support.herding_game import Herding, compiled_random

GAME, ENCODING = Herding(), HerdingEncoding()
ENVIRONMENTS = Environments(GAME, ENCODING, compiled_random)
aec, single, vector = ENVIRONMENTS.aec, ENVIRONMENTS.single, ENVIRONMENTS.vector
