"""Text forms of actions, rules and whole games, written and read."""

from durak_env.notation.records import GameRecord, Ply, capture_deal, format_records, parse_records, replay
from durak_env.notation.words import format_action, parse_action, parse_rules

__all__ = [
    "GameRecord",
    "Ply",
    "capture_deal",
    "format_action",
    "format_records",
    "parse_action",
    "parse_records",
    "parse_rules",
    "replay",
]
