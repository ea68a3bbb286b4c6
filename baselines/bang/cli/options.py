"""The options that choose the variant of Bang!."""

from __future__ import annotations

from bang_env.rules import Rules
from cardkit.commands.rule_options import rule_options, variant_options

rules = rule_options(Rules)
"""The rules that the options choose."""
variant = variant_options(rules, "bang_env.bang:Bang", "all roles and cards")
"""The variant that the options choose: the world and the rules."""
