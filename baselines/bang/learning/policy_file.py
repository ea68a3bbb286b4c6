"""The files of policy networks of Bang!."""

from __future__ import annotations

from bang_env.observation.encoding import Encoding
from bang_env.rules import Rules
from cardkit.learning.policies.policy_file import PolicyFormat

FORMAT = PolicyFormat("bang-policy", 1, Rules, Encoding)
