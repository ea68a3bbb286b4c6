"""Agents of Durak under names in another alphabetical order."""

from __future__ import annotations

from functools import partial

from baselines import make_agent

a_smart, b_high, c_greedy, d_low = (partial(make_agent, name) for name in ("smart", "high", "greedy", "low"))
