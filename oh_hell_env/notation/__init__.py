"""Text forms of actions and whole games, written and read."""

from cardkit.notation.records import Ply, format_records, replay
from oh_hell_env.actions import format_action, parse_action
from oh_hell_env.deals import capture_deal
from oh_hell_env.notation.reader import parse_records
from oh_hell_env.notation.records import GameRecord

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
