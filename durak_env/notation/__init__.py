"""Text and back: actions, rules, whole games."""
