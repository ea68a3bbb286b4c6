"""Compiled code is kept for the very sources that it was made from: Numba looks only at a function's own file."""

import hashlib
import os
import tempfile
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_SOURCES = sorted(path for folder in ("durak_env", "baselines", "tests") for path in (_ROOT / folder).rglob("*.py"))
_DIGEST = hashlib.sha256(b"".join(path.read_bytes() for path in _SOURCES)).hexdigest()[:16]
os.environ["NUMBA_CACHE_DIR"] = str(Path(tempfile.gettempdir()) / f"durak-numba-{_DIGEST}")
