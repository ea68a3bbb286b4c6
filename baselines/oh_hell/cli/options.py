"""The options that choose the variant of Oh Hell!."""

from __future__ import annotations

from cardkit.commands.rule_options import rule_options, variant_options
from oh_hell_env.rules import Rules

rules = rule_options(Rules)
"""The rules that the options choose."""
variant = variant_options(rules, "oh_hell_env.oh_hell:OhHell")
"""The variant that the options choose: the world and the rules."""
