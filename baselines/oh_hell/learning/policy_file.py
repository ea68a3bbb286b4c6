"""The files of policy networks of Oh Hell!."""

from __future__ import annotations

from cardkit.learning.policies.policy_file import PolicyFormat
from oh_hell_env.observation.encoding import Encoding
from oh_hell_env.rules import Rules

FORMAT = PolicyFormat("oh-hell-policy", 1, Rules, Encoding)
