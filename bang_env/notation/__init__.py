"""Text forms of actions and whole games, written and read."""

from bang_env.actions import format_action, parse_action
from bang_env.deals import capture_deal
from bang_env.notation.reader import parse_records
from bang_env.notation.records import GameRecord
from cardkit.notation.records import Ply, format_records, replay

__all__ = [
    "GameRecord",
    "Ply",
    "capture_deal",
    "format_action",
    "format_records",
    "parse_action",
    "parse_records",
    "replay",
]
