"""The networks that learn; their weights can be read from policy files and written to them."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from baselines.networks.layers import Layer
from baselines.networks.network_file import Network, load_network


def mlp(inputs: int, hidden: int, outputs: int, gain: float, random: torch.Generator) -> nn.Sequential:
    """Two hidden layers with ReLU and orthogonal weights; ``gain`` scales those of the last layer."""
    layers = [nn.Linear(inputs, hidden), nn.Linear(hidden, hidden), nn.Linear(hidden, outputs)]
    for layer, scale in zip(layers, (2**0.5, 2**0.5, gain), strict=True):
        nn.init.orthogonal_(layer.weight, scale, random)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(layers[0], nn.ReLU(), layers[1], nn.ReLU(), layers[2])


def masked_log_probabilities(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Log-probabilities of all actions; those of illegal actions are practically zero probability."""
    return torch.log_softmax(logits.masked_fill(~masks, -1e9), dim=-1)


def layers_of(network: nn.Sequential) -> tuple[Layer, ...]:
    """A copy of the weights, in the form of a policy file."""
    layers = [layer for layer in network if isinstance(layer, nn.Linear)]
    return tuple((_copy(layer.weight), _copy(layer.bias)) for layer in layers)


def _copy(tensor: torch.Tensor) -> np.ndarray:
    return tensor.detach().cpu().numpy().copy()


def device_of(name: str) -> torch.device:
    """The device with a name such as ``cpu`` or ``cuda``.

    Raises:
        ValueError: there is no such device, or torch cannot use it.
    """
    try:
        return torch.zeros(1, device=name).device
    except (RuntimeError, AssertionError) as error:
        reason = str(error).partition("\n")[0]
        raise ValueError(f"device must be cpu or another device that torch finds, got {name!r}: {reason}") from None


def start_from(network: nn.Sequential, path: str, kind: type[Network]) -> None:
    """Load the weights of a file into a network of the same kind.

    Raises:
        ValueError: the file holds another kind of network, or layers of other sizes.
    """
    layers = [layer for layer in network if isinstance(layer, nn.Linear)]
    saved = load_network(path, kind).layers
    sizes, wanted = ([tuple(one[0].shape) for one in some] for some in (saved, layers_of(network)))
    if sizes != wanted:
        raise ValueError(f"the {kind.KIND} in start={path!r} must have layers of the shapes {wanted}, got {sizes}")
    with torch.no_grad():
        for layer, (weights, bias) in zip(layers, saved, strict=True):
            layer.weight.copy_(torch.from_numpy(weights))
            layer.bias.copy_(torch.from_numpy(bias))
