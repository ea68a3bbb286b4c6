"""``python -m cardkit.audit`` audits a game of OpenSpiel."""

from __future__ import annotations

import re
from importlib import import_module
from random import Random
from typing import Annotated, Any

import typer

from cardkit.commands.errors import clear_errors

PROGRAM = "python -m cardkit.audit"
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown")


@app.command()
@clear_errors(PROGRAM)
def audit(
    game: Annotated[str, typer.Argument(help="Game as OpenSpiel reads it: `leduc_poker`, `hearts(pass_cards=false)`.")],
    games: Annotated[int, typer.Option(help="Random games to play; each is compared with up to 12 changed ones.")] = 50,
    seed: Annotated[int, typer.Option(help="Seed of all chance: the same seed gives the same report.")] = 0,
    prefer: Annotated[
        list[int] | None,
        typer.Option(help="Action to choose in every other game wherever legal, to reach rare phases; repeatable."),
    ] = None,
    phase: Annotated[
        str | None,
        typer.Option(
            help="Regular expression that finds the phase in a state's text, as `Phase: (.*)`; pairs are "
            "counted by its first group."
        ),
    ] = None,
    load: Annotated[
        list[str] | None, typer.Option(help="Module that registers the game, as `open_spiel.python.games`; repeatable.")
    ] = None,
) -> None:
    """Search a game of OpenSpiel for contradictions between its players' views.

    A report names each finding's rule, and gives the shortest pair of histories that was met as its proof.

    - (0) a channel tells two things of one history
    - (i) all channels of a player were equal so far, and his legal actions differ
    - (ii) one channel differs where another never has: it tells too much, or the other too little
    - (iii) a resampled state is illegal, changes what the player knows, never varies, or its copy is another state

    A person judges: some findings are harmless. Silence is no proof. The exit status is 1 if there is a finding.
    """
    from cardkit.audit.openspiel import audit_openspiel
    from cardkit.report.progress import progress_bar
    from cardkit.report.terminal import Terminal

    for module in load or ():
        import_module(module)
    reach: dict[str, Any] = {"policy": _preferring(prefer or []), "phase": _phase(phase)}
    with progress_bar("games", games) as tell:
        report = audit_openspiel(game, games=games, seed=seed, tell=tell, **reach)
    Terminal(soft_wrap=True).print(str(report))
    raise typer.Exit(bool(report.findings))


def _preferring(actions: list[int]) -> Any:
    """Return a policy that chooses the first of some actions that is legal; None if none is preferred."""

    def policy(state: Any, rng: Random) -> int | None:
        return next((one for one in actions if one in state.legal_actions()), None)

    return policy if actions else None


def _phase(pattern: str | None) -> Any:
    """Return a function that finds the phase of a state."""
    if pattern is None:
        return None
    finder = re.compile(pattern if "(" in pattern else f"({pattern})")

    def phase(state: Any) -> str:
        found = finder.search(str(state))
        return found[1] if found else "no phase"

    return phase


if __name__ == "__main__":
    app(prog_name=PROGRAM)
