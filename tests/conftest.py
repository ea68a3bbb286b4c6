"""Rarer garbage collections for the whole suite."""

from __future__ import annotations

import gc

# Compiling makes objects that live on: at Python's own thresholds collections take a tenth of the time it takes.
gc.set_threshold(50_000, 20, 50)
