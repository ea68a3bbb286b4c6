"""Pictures of a game for people: text, SVG, pixels, a window."""
