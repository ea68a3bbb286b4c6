"""Text forms of actions and whole games, written and read."""

from cardkit.notation.records import Ply as Ply
from cardkit.notation.records import format_records as format_records
from cardkit.notation.records import replay as replay
from oh_hell_env.actions import format_action as format_action
from oh_hell_env.actions import parse_action as parse_action
from oh_hell_env.deals import capture_deal as capture_deal
from oh_hell_env.notation.reader import parse_records as parse_records
from oh_hell_env.notation.records import GameRecord as GameRecord
