"""The networks that learn, and how their weights come from policies' files and go into them."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from baselines.layers import Layer
from baselines.policy_file import Network, load_network


def mlp(inputs: int, hidden: int, outputs: int, gain: float, random: torch.Generator) -> nn.Sequential:
    """Two hidden layers with ReLU; orthogonal weights, the last layer's with the given gain."""
    layers = [nn.Linear(inputs, hidden), nn.Linear(hidden, hidden), nn.Linear(hidden, outputs)]
    for layer, scale in zip(layers, (2**0.5, 2**0.5, gain), strict=True):
        nn.init.orthogonal_(layer.weight, scale, random)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(layers[0], nn.ReLU(), layers[1], nn.ReLU(), layers[2])


def masked_log_probabilities(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Of all actions; those that are not legal get none to speak of."""
    return torch.log_softmax(logits.masked_fill(~masks, -1e9), dim=-1)


def layers_of(network: nn.Sequential) -> tuple[Layer, ...]:
    """A copy of the weights, as a policy's file holds them."""
    layers = [layer for layer in network if isinstance(layer, nn.Linear)]
    return tuple((_copy(layer.weight), _copy(layer.bias)) for layer in layers)


def _copy(tensor: torch.Tensor) -> np.ndarray:
    return tensor.detach().cpu().numpy().copy()


def device_of(name: str) -> torch.device:
    """The device of a name, such as ``cpu`` or ``cuda``.

    Raises:
        ValueError: there is none here, or torch cannot use it.
    """
    try:
        return torch.zeros(1, device=name).device
    except (RuntimeError, AssertionError) as error:
        reason = str(error).partition("\n")[0]
        raise ValueError(f"device is cpu, or another that torch finds here, not {name!r}: {reason}") from None


def start_from(network: nn.Sequential, path: str, kind: type[Network]) -> None:
    """Give a network the weights of a file of its kind.

    Raises:
        ValueError: the file is of another kind, or holds layers of other sizes.
    """
    layers = [layer for layer in network if isinstance(layer, nn.Linear)]
    saved = load_network(path, kind).layers
    sizes, wanted = ([tuple(one[0].shape) for one in some] for some in (saved, layers_of(network)))
    if sizes != wanted:
        raise ValueError(f"the {kind.KIND} in start={path!r} has layers of the shapes {sizes}, not {wanted}")
    with torch.no_grad():
        for layer, (weights, bias) in zip(layers, saved, strict=True):
            layer.weight.copy_(torch.from_numpy(weights))
            layer.bias.copy_(torch.from_numpy(bias))
