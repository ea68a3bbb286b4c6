"""Text forms of actions, rules and whole games, written and read."""

from cardkit.notation.records import Ply as Ply
from cardkit.notation.records import format_records as format_records
from cardkit.notation.records import replay as replay
from durak_env.notation.reader import parse_records as parse_records
from durak_env.notation.records import GameRecord as GameRecord
from durak_env.notation.records import capture_deal as capture_deal
from durak_env.notation.words import format_action as format_action
from durak_env.notation.words import parse_action as parse_action
from durak_env.notation.words import parse_rules as parse_rules
