"""The networks that learn; their weights can be copied to layers as files hold them, and from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

from cardkit.learning.layers import Layer


def mlp(inputs: int, hidden: int, outputs: int, gain: float, random: torch.Generator) -> nn.Sequential:
    """Make a network of two hidden layers with ReLU and orthogonal weights; ``gain`` scales those of the last layer."""
    layers = [nn.Linear(inputs, hidden), nn.Linear(hidden, hidden), nn.Linear(hidden, outputs)]
    for layer, scale in zip(layers, (2**0.5, 2**0.5, gain), strict=True):
        nn.init.orthogonal_(layer.weight, scale, random)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(layers[0], nn.ReLU(), layers[1], nn.ReLU(), layers[2])


def masked_log_probabilities(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Compute log-probabilities of all actions; those of illegal actions are practically zero probability."""
    return torch.log_softmax(logits.masked_fill(~masks, -1e9), dim=-1)


def layers_of(network: nn.Sequential) -> tuple[Layer, ...]:
    """Copy the weights, in the form of a policy file."""
    return tuple((_copy(layer.weight), _copy(layer.bias)) for layer in _linear(network))


def outputs_of(network: nn.Module) -> Callable[[np.ndarray], np.ndarray]:
    """Make the function from a network's inputs to its outputs: float32 arrays of shape (batch, entries)."""

    @torch.no_grad()
    def outputs(inputs: np.ndarray) -> np.ndarray:
        return network(torch.from_numpy(inputs)).numpy()

    return outputs


def _copy(tensor: torch.Tensor) -> np.ndarray:
    return tensor.detach().cpu().numpy().copy()


def device_of(name: str) -> torch.device:
    """Return the device with a name such as ``cpu`` or ``cuda``.

    Raises:
        ValueError: there is no such device, or torch cannot use it.
    """
    try:
        return torch.zeros(1, device=name).device
    except (RuntimeError, AssertionError) as error:
        reason = str(error).partition("\n")[0]
        raise ValueError(f"device must be cpu or another device that torch finds, got {name!r}: {reason}") from None


def copy_layers(layers: Sequence[Layer], network: nn.Sequential, what: str) -> None:
    """Give a network the weights of layers of the same sizes.

    Args:
        layers: first to last.
        network: that gets them.
        what: where they come from, for the error.

    Raises:
        ValueError: the layers are of other sizes.
    """
    sizes, wanted = ([tuple(one[0].shape) for one in some] for some in (layers, layers_of(network)))
    if sizes != wanted:
        raise ValueError(f"{what} must have layers of the shapes {wanted}, got {sizes}")
    with torch.no_grad():
        for layer, (weights, bias) in zip(_linear(network), layers, strict=True):
            layer.weight.copy_(torch.from_numpy(weights))
            layer.bias.copy_(torch.from_numpy(bias))


def _linear(network: nn.Sequential) -> list[nn.Linear]:
    return [layer for layer in network if isinstance(layer, nn.Linear)]
