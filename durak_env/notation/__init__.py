"""Text forms of actions, rules and whole games, written and read."""

from cardkit.notation.records import Ply, format_records, replay
from durak_env.notation.reader import parse_records
from durak_env.notation.records import GameRecord, capture_deal
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
