"""The audit of a game of OpenSpiel, by rules (i) to (iii). Needs the extra openspiel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from cardkit.audit.channels import Channel, Channels, silence
from cardkit.audit.contradictions import Contradictions
from cardkit.audit.histories import Policy, changed_histories, play
from cardkit.audit.outcomes import OutcomeTable
from cardkit.audit.report import Findings, Report
from cardkit.audit.resampling import Resampling, resamples
from cardkit.checks import check_whole
from cardkit.storage.origin import DISTRIBUTION
from cardkit.wording import meant

CHANCE_PAIRS, MOVE_PAIRS = 4, 8  # of a game
STABLE_GAMES, TABLE_GAMES = 2, 3  # games that are walked twice, and that fill the table
VARIED = 3  # of a game, decisions of players who could not tell two histories apart


def audit_openspiel(
    game: Any,
    *,
    games: int = 50,
    seed: int = 0,
    policy: Policy | None = None,
    phase: Callable[[Any], str] | None = None,
    channels: Mapping[str, Channel] | None = None,
    tell: Callable[[int], object] = lambda done: None,
) -> Report:
    """Search a game of OpenSpiel for contradictions in the views of its players.

    It plays random games, changes one action of each (a card dealt, a move), replays the rest, and compares the view
    of each player at every decision: information state and observation as texts and tensors, the observation struct,
    legal actions of all players with their texts, returns. A game counts 12 pairs at most. Rules:

    - (0) a channel tells two things of one history, as one with a memory address does; it is left out.
    - (i) all channels of a player were equal so far, and his legal actions differ.
    - (ii) one channel, or his return, differs where another one never has: it tells too much, or the other too little.
    - (iii) a state of ``resample_from_infostate`` does not replay legally, changes what the player sees or has seen,
      never varies, or its copy is another state. Players that do not move any more are not asked for.

    Args:
        game: an object of OpenSpiel, or what its ``load_game`` reads, such as ``"leduc_poker"``.
        games: how many are played; the work is bounded by this number and not by a clock.
        seed: of all chance, so that a report can be had again.
        policy: chooses in every other game, to reach rare phases: ``policy(state, rng)``, None for a random action.
        phase: names the phase of a state, for counting pairs; by default how many decisions came before.
        channels: further ones, ``channel(state, player)`` by name, such as another observer.
        tell: called with the number of games done.

    Raises:
        ValueError: ``games`` or ``seed`` is out of range, or chance lists no outcomes that could be changed.
    """
    check_whole("games", games, 1)
    check_whole("seed", seed, 0)
    start, title = _started(game)
    rng, findings, read = Random(seed), Findings(), Channels(start, channels or {}, phase)
    pairs, table = Contradictions(start, read, findings), OutcomeTable(start, read)
    resampling = Resampling(start, read, findings) if resamples(start) else None
    for number in range(games):
        played = play(start, rng, policy if number % 2 else None)
        pairs.read(played)
        if number < STABLE_GAMES:
            pairs.check_stable(played)
        if number < TABLE_GAMES:
            table.watch(played, rng)
        changes = changed_histories(start, played, rng, CHANCE_PAIRS, MOVE_PAIRS)
        alike = [one for change in changes for one in pairs.compare(played, change)]
        if resampling:
            resampling.check(played, rng)
            latest = max(alike, key=lambda one: one.length, default=None)  # rare phases come late
            for one in dict.fromkeys([latest, *rng.sample(alike, min(VARIED, len(alike)))]) if latest else ():
                resampling.check_variation(played, one, rng)
        tell(number + 1)
    notes = [f"not read: {name}: {why}" for name, why in read.unread.items()]
    notes.append(f"states resampled: {resampling.samples:,}" if resampling else "the game resamples no states")
    title = f"{title}, {games} games, seed {seed}"
    return Report(title, findings.listed(), pairs.compared, table.told(), notes)


def _started(game: Any) -> tuple[Any, str]:
    """Start a game whose moves come in turn, and name it with the version of OpenSpiel."""
    from importlib.metadata import version

    try:
        import pyspiel
    except ImportError as error:
        raise ImportError(f"games of OpenSpiel need the extra 'openspiel' of {DISTRIBUTION}: {error}") from None
    game = _loaded(game) if isinstance(game, str) else game
    title, kind = f"{game}, open_spiel {version('open_spiel')}", game.get_type()
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise ValueError(f"chance of {game} lists no outcomes, so none can be changed: audit it by audit_exchange")
    if kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    return game.new_initial_state(), title


def _loaded(name: str) -> Any:
    import pyspiel

    try:
        with silence():
            return pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        why = str(error).partition(". Available games")[0]
        guess = f";{meant(name, pyspiel.registered_names())} a game in Python must be imported before, as by --load"
        raise ValueError(why + guess * why.startswith("Unknown game")) from None
