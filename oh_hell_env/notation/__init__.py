"""Text forms of actions and whole games, written and read."""

from cardkit.notation.records import Ply, format_records
from oh_hell_env.actions import format_action, parse_action
from oh_hell_env.notation.reader import parse_records
from oh_hell_env.notation.records import GameRecord, replay

__all__ = ["GameRecord", "Ply", "format_action", "format_records", "parse_action", "parse_records", "replay"]
