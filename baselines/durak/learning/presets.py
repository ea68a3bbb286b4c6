"""Named settings for `durak train`: a preset is one run, or several, each building on the one before."""

from __future__ import annotations

from collections.abc import Callable

from baselines.durak.learning import critic, dmc, imitation, many_seats, ppo_selfplay
from baselines.durak.learning.belief import training as belief_training
from cardkit.learning.settings import RunSettings, flat, with_flat

LEARNERS = {
    ppo_selfplay.Settings: ppo_selfplay.Trainer,
    dmc.Settings: dmc.Trainer,
    imitation.Settings: imitation.Imitation,
    many_seats.Settings: many_seats.ManySeats,
    critic.Settings: critic.Critic,
    belief_training.Settings: belief_training.Belief,
}
"""The learner for each kind of settings."""


def quick(folder: str) -> tuple[RunSettings, ...]:
    """Train a small network to imitate a search without a policy to guide it."""
    teacher = "ismcts:simulations=300,endgame=search"
    return (imitation.Settings(folder=folder, teacher=teacher, plies=800_000, epochs=5),)


def champion(folder: str) -> tuple[RunSettings, ...]:
    """Train a small network as `quick` does; then a larger one, which imitates the search that the small one guides."""
    (guide,) = quick(f"{folder}/guide")
    led = "champion-search:simulations=300,patience=8,endgame=exact"
    last = imitation.Settings(
        folder=folder,
        teacher=f"{led},path={guide.folder}/policy.safetensors",
        teacher_share=0.3,
        sparring_share=0.4,
        plies=5_000_000,
        hidden=512,
        epochs=5,
        check_every=60,
        check_games=4000,
    )
    return guide, last


def champions_critic(folder: str) -> tuple[RunSettings, ...]:
    """Train the critic of champion-search on results of the first champion against itself."""
    return (critic.Settings(folder=folder, player="champion:generation=1"),)


def belief(folder: str) -> tuple[RunSettings, ...]:
    """Train the belief of champion-search about hidden cards."""
    return (belief_training.Settings(folder=folder),)


def many(folder: str) -> tuple[RunSettings, ...]:
    """Train a network for three to six seats to imitate a search."""
    return (
        many_seats.Settings(
            folder=folder,
            teacher="ismcts:simulations=1000",
            teacher_share=0.1,
            plies=1_100_000,
            hidden=512,
            epochs=10,
            check_every=10,
        ),
    )


def ppo(folder: str) -> tuple[RunSettings, ...]:
    """Train by self-play, with proximal policy optimization."""
    return (ppo_selfplay.Settings(folder=folder),)


def deep_monte_carlo(folder: str) -> tuple[RunSettings, ...]:
    """Train by self-play, with Deep Monte Carlo."""
    return (dmc.Settings(folder=folder),)


PRESETS: dict[str, Callable[[str], tuple[RunSettings, ...]]] = {
    "quick": quick,
    "champion": champion,
    "critic": champions_critic,
    "belief": belief,
    "many": many,
    "ppo": ppo,
    "dmc": deep_monte_carlo,
}
"""The runs of each preset, in order; the last one trains the result."""


def stages(preset: str, folder: str, plies: int | None, **changes: object) -> list[RunSettings]:
    """Return the runs of a preset with changes: ``plies`` sets those of the last run and limits those of others.

    Raises:
        ValueError: there is no such preset, or a run of it has no such setting.
    """
    if preset not in PRESETS:
        raise ValueError(f"preset must be one of {', '.join(PRESETS)} (default quick), got {preset!r}")
    runs = PRESETS[preset](folder)
    if lacking := [name for name in changes if any(name not in flat(run) for run in runs)]:
        raise ValueError(
            f"preset {preset!r} has no setting {', '.join(lacking)}: many trains for three to six seats at once, "
            "ppo and dmc for any rules, quick and champion for two seats and any deck with trumps, also with "
            "transfers, critic for the standard rules, belief for these or 52 cards"
        )
    most = runs[-1].plies if plies is None else plies
    return [with_flat(run, plies=most if run is runs[-1] else min(run.plies, most), **changes) for run in runs]
