"""Exported games as a Minari dataset: an episode is what one seat chose in one game."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from cardkit.encoding import Encoding
from cardkit.export.dataset import Dataset
from cardkit.game import Game
from cardkit.pieces import PieceEncoding
from cardkit.storage.origin import DISTRIBUTION
from cardkit.wording import quoted

if TYPE_CHECKING:
    from gymnasium.envs.registration import EnvSpec
    from minari import MinariDataset
    from minari.data_collector import EpisodeBuffer


def check_name(name: str) -> None:
    """Check that a Minari dataset of this id can be made, before games are played for it.

    Raises:
        ImportError: Minari is missing.
        ValueError: there is a dataset of this id, or the id is not one of Minari's.
    """
    with _needing_the_extra():
        from minari.dataset.minari_dataset import DATASET_ID_RE
        from minari.storage import get_dataset_path
    found = DATASET_ID_RE.fullmatch(name)
    if found is None or found["version"] is None:
        raise ValueError(f"a Minari dataset needs an id such as durak/greedy-v0, got {quoted(name)}")
    if get_dataset_path(name).exists():
        raise ValueError(f"there is a Minari dataset {name} already: give another id")


@contextmanager
def _needing_the_extra() -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise ImportError(f"Minari datasets need the extra 'export' of {DISTRIBUTION}: {error}") from None


def environment_of(dataset: Dataset, encoding: PieceEncoding, game: Game, env_id: str) -> EnvSpec:
    """Describe to Gymnasium an environment with this id that plays the games of a dataset, and observes as it does.

    Its opponents are the agents of the dataset, of which each game draws one.
    """
    from gymnasium import spec
    from gymnasium.envs.registration import load_env_creator

    made = deepcopy(spec(env_id))
    known = signature(load_env_creator(str(made.entry_point))).parameters
    told = {"rules": str(game.rules), "open_world": game.open_world, "returns": game.returns}
    made.kwargs |= {name: value for name, value in told.items() if name in known}
    made.kwargs |= {"opponent": list(dict.fromkeys(dataset.manifest["agents"])), "observation": "dict"}
    made.kwargs |= {"encoding": encoding.name, "dtype": encoding.dtype}
    return made


def to_minari(dataset: Dataset, encoding: Encoding, name: str, environment: EnvSpec | None = None) -> MinariDataset:
    """Write exported games to Minari's folder, and return the dataset.

    Its observations are dicts of ``observation`` and ``action_mask``, as in the environments. The reward of a seat's
    last choice is its return, that of all others 0. Minari wants an observation behind the last action: it repeats the
    last one, with an empty mask.

    Args:
        dataset: the exported games.
        encoding: that they were exported with.
        name: Minari's id of the dataset, such as ``durak/greedy-v0``.
        environment: what the dataset's ``recover_environment`` makes; see `environment_of`.

    Raises:
        ImportError: Minari is missing.
        ValueError: there is a dataset of this id, or the id is not one of Minari's.
    """
    check_name(name)
    with _needing_the_extra():
        from minari import create_dataset_from_buffers
    from gymnasium import spaces

    episodes: Any = _episodes(dataset)  # one after another; the annotation asks for a list, the code for any iterable
    with warnings.catch_warnings(action="ignore"):  # about an author and other things that are not given
        return create_dataset_from_buffers(
            name,
            episodes,
            env=environment,
            observation_space=encoding.dict_space,
            action_space=spaces.Discrete(dataset.manifest["actions"]),
            algorithm_name=", ".join(dataset.manifest["agents"]),
            description=f"{dataset.manifest['game']}, seed {dataset.manifest['seed']}",
            data_format="hdf5",  # its other formats keep a folder for each episode
        )


def _episodes(dataset: Dataset) -> Iterator[EpisodeBuffer]:
    from minari.data_collector import EpisodeBuffer

    for block in dataset.blocks():
        order = np.lexsort((block["choice"], block["seat"], block["game"]))
        keys = block["game"][order] * dataset.manifest["seats"] + block["seat"][order]
        for rows in np.split(order, np.flatnonzero(np.diff(keys)) + 1):
            masks = block["action_mask"][rows]
            last = np.arange(len(rows)) == len(rows) - 1
            actions: Any = block["action"][rows].astype(np.int64)  # which Minari takes, though it asks for a list
            yield EpisodeBuffer(
                observations={
                    "observation": np.concatenate([block["observation"][rows], block["observation"][rows[-1:]]]),
                    "action_mask": np.concatenate([masks, np.zeros_like(masks[:1])]),
                },
                actions=actions,
                rewards=np.where(last, block["returns"][rows], 0).tolist(),
                terminations=last.tolist(),
                truncations=[False] * len(rows),
            )
