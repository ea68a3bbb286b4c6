"""Tells what a stranger may ask for: specs that lead to no code and no file of this machine."""

from __future__ import annotations

from cardkit.specs.entries import agent_factory


def is_harmless(spec: str, group: str) -> bool:
    """Tell whether a stranger's spec may be made: it names an installed agent, and leads to no other code or file."""
    name, _, text = (part.strip() for part in spec.partition(":"))
    if ":" in text:  # a parameter may be the spec of another agent
        return False
    try:
        runs_foreign_code = getattr(agent_factory(name, group), "runs_foreign_code", False)
    except ValueError:
        return False
    given = {one.partition("=")[0].strip() for one in text.split(",")}
    return not runs_foreign_code and given.isdisjoint(writing_parameters(spec, group))


def writing_parameters(spec: str, group: str) -> frozenset[str]:
    """Return the parameters of a spec's named agent that name files which it writes; none of other agents."""
    try:
        return getattr(agent_factory(spec.partition(":")[0].strip(), group), "writes", frozenset())
    except ValueError:
        return frozenset()
