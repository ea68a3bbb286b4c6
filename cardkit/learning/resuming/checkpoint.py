"""Checkpoints: written whole or not at all, and checked before a run takes anything from them.

A checkpoint is a zip file of torch, which does not look at the file's own checksums: a flipped bit would go unnoticed
and change the rest of the run. Nor does it look at the values, which a run would learn on from whatever they are.
"""

from __future__ import annotations

import io
import math
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import torch
from torch import nn

from cardkit.checks import check_whole
from cardkit.files import write_bytes
from cardkit.learning.layers import check_sizes
from cardkit.learning.networks import layers_of


def write_checkpoint(file: Path, content: Mapping[str, Any]) -> None:
    """Write a checkpoint.

    Raises:
        OSError: the file cannot be written; torch itself would raise errors that do not say which file or why.
    """
    written = io.BytesIO()
    torch.save(dict(content), written)
    write_bytes(file, written.getvalue())


def read_checkpoint(file: Path) -> dict[str, Any]:
    """Read the content of a checkpoint that is not damaged.

    Raises:
        Exception: of many kinds, from the readers of zip files and pickles; see `cardkit.reading.used_as`.
    """
    with ZipFile(file) as archive:
        if (damaged := archive.testzip()) is not None:
            raise ValueError(f"its part {damaged} is damaged")
    return dict(torch.load(file, "cpu", weights_only=True))


def check_progress(checkpoint: Mapping[str, Any], activities: Collection[str]) -> None:
    """Check the fields of a checkpoint that every run has.

    Args:
        checkpoint: its content.
        activities: whose seconds are counted.

    Raises:
        ValueError: the update, the log, the seconds or the commands cannot be those of a run.
    """
    update, log, seconds = (checkpoint[name] for name in ("update", "log", "seconds"))
    check_whole("update", update, 0)
    updates = [_update_of(row) for row in log]
    if updates != sorted(set(updates)) or update != (updates[-1] if updates else 0):
        raise ValueError(f"its log must end with update {update} and rise to it, got updates {updates}")
    if set(seconds) != set(activities) or not all(_is_number(one) and one >= 0 for one in seconds.values()):
        raise ValueError(f"its seconds must be numbers of at least 0 for {', '.join(activities)}, got {seconds!r}")
    commands = checkpoint["commands"]
    if not isinstance(commands, list) or not all(isinstance(one, str) for one in commands):
        raise ValueError(f"its commands must be texts, got {commands!r}")


def _update_of(row: Mapping[str, Any]) -> int:
    """Return the update of a row of the log, after a check of its figures."""
    for name in ("update", "plies"):
        check_whole(f"{name} in its log", row[name], 0)
    figures = [value for name, value in row.items() if name != "scores"]
    scores = [value for score in row["scores"].values() for value in score]
    if not all(map(_is_number, figures + scores)) or any(len(score) != 3 for score in row["scores"].values()):
        raise ValueError(f"its log must hold finite figures, and scores with their intervals, got {dict(row)!r}")
    return row["update"]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def load_weights(network: nn.Sequential, weights: Mapping[str, torch.Tensor]) -> None:
    """Give a network the weights of a checkpoint.

    Raises:
        RuntimeError: they have other names or shapes.
        ValueError: they are not finite, or so large that no training can have led to them.
    """
    network.load_state_dict(weights)
    check_sizes(layers_of(network))


def load_optimizer(optimizer: torch.optim.Adam, saved: Mapping[str, Any]) -> None:
    """Give an optimizer its averages from a checkpoint; its settings stay, which the run's settings decide.

    Raises:
        ValueError: the settings differ, or the averages cannot be those of its parameters.
    """
    groups = optimizer.state_dict()["param_groups"]
    for group, kept in zip(groups, saved["param_groups"], strict=True):
        rates = {name for name in group if name != "lr" and kept.get(name, group[name]) != group[name]}
        if rates or not _is_number(kept["lr"]) or kept["lr"] < 0:
            raise ValueError(f"its optimizer has another {' and '.join(sorted(rates)) or 'learning rate'}")
    parameters = [one for group in optimizer.param_groups for one in group["params"]]
    if saved["state"] and set(saved["state"]) != set(range(len(parameters))):
        raise ValueError("its optimizer does not have an average for each of the parameters")
    for number, averages in saved["state"].items():
        shapes = {"step": torch.Size(), "exp_avg": parameters[number].shape, "exp_avg_sq": parameters[number].shape}
        if {name: one.shape for name, one in averages.items()} != shapes:
            raise ValueError(f"its optimizer has averages of parameter {number} that do not fit it")
        if not all(bool(one.isfinite().all()) for one in averages.values()):
            raise ValueError(f"its optimizer must have finite averages of parameter {number}")
        if min(float(averages["exp_avg_sq"].min()), float(averages["step"])) < 0:
            raise ValueError(f"its optimizer must have squares and steps of at least 0 of parameter {number}")
    optimizer.load_state_dict(dict(saved))
