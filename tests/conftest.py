"""Rarer garbage collections for the whole suite, and bytecode that its processes share."""

from __future__ import annotations

import gc
import os
import sys

# Compiling makes objects that live on: at Python's own thresholds collections take a tenth of the time it takes.
gc.set_threshold(50_000, 20, 50)

# Containers often write none. Then each worker rewrites the assertions of all tests, and each program that a test
# starts compiles the modules that it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
