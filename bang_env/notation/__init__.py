"""Text forms of actions and whole games, written and read."""

from bang_env.actions import format_action as format_action
from bang_env.actions import parse_action as parse_action
from bang_env.deals import capture_deal as capture_deal
from bang_env.notation.reader import parse_records as parse_records
from bang_env.notation.records import GameRecord as GameRecord
from cardkit.notation.records import Ply as Ply
from cardkit.notation.records import format_records as format_records
from cardkit.notation.records import replay as replay
