"""Rules of a game, declared once: their checks, texts and fields of records."""
