"""Beliefs: networks that say which unseen cards the other hand holds."""
