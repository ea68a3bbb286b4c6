"""The file of a policy: what it holds, how it is written, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

from baselines import make_agent
from baselines.durak.agents.policy import network_agent
from baselines.durak.networks.network_file import PolicyNetwork, load_policy, save_network
from cardkit.arrays import to_safetensors
from cardkit.learning.layers import layers_from
from durak_env.rules import Rules
from tests.support.networks import network, positions

RULES = Rules()
SMALL = Rules(start_rank=11, num_suits=2, hand_size=3)


def test_a_file_holds_all(tmp_path: Path) -> None:
    net = network()
    save_network(net, tmp_path / "net.safetensors")
    again = load_policy(tmp_path / "net.safetensors")
    assert (again.rules, again.origin, again.parameters) == (net.rules, net.origin, net.parameters)
    for (weights, bias), (same_weights, same_bias) in zip(net.layers, again.layers, strict=True):
        assert (weights == same_weights).all()
        assert (bias == same_bias).all()
    by_name = make_agent(f"policy:path={tmp_path / 'net.safetensors'}")
    info = positions(RULES)[0]
    rng = np.random.default_rng(0)
    assert by_name.act(info, rng) == network_agent(net).act(info, rng)


def spoilt(path: Path, name: str, value: Any) -> Path:
    """Copy a policy's file with another value in its metadata."""
    with safe_open(path, "numpy") as file:
        metadata = file.metadata()
    save_file(load_file(path), path.with_name("spoilt.safetensors"), {**metadata, name: json.dumps(value)})
    return path.with_name("spoilt.safetensors")


def test_files_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    with pytest.raises(ValueError, match=r"'missing' is not a policy file"):
        load_policy("missing")
    (tmp_path / "text").write_text("not a network")
    with pytest.raises(ValueError, match="is not a policy file"):
        load_policy(tmp_path / "text")
    with pytest.raises(ValueError, match="its format is 'other'"):
        load_policy(spoilt(path, "format", "other"))
    with pytest.raises(ValueError, match=r"its input_version is 0, here it is \d+; train it again"):
        load_policy(spoilt(path, "input_version", 0))
    with pytest.raises(ValueError, match="its layout is 'own_hand 36', here it is 'own_hand 36, other_hand 36"):
        load_policy(spoilt(path, "layout", "own_hand 36"))
    save_file(load_file(path), tmp_path / "bare.safetensors", {"format": json.dumps("durak-policy")})
    with pytest.raises(ValueError, match="is not a policy file: it lacks 'rules'"):
        load_policy(tmp_path / "bare.safetensors")
    with pytest.raises(ValueError, match="do not form a policy"):
        PolicyNetwork(SMALL, network().layers)
    with pytest.raises(ValueError, match=r"spoilt.*' is not a policy file: its rules are invalid: start_rank"):
        load_policy(spoilt(path, "rules", {"start_rank": 99}))
    with pytest.raises(ValueError, match=r"spoilt.safetensors' is not a policy file: its origin"):
        load_policy(spoilt(path, "origin", 3))
    with pytest.raises(ValueError, match="temperature must be a finite number of at least 0"):
        make_agent(f"policy:path={path},temperature=-1")
    with pytest.raises(ValueError, match=r"endgame .*got 'search'"):
        make_agent(f"policy:path={path},endgame=search")


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("0.weight", lambda tensor: tensor.astype(np.int64)),
        ("0.weight", lambda tensor: tensor.astype(bool)),
        ("0.bias", lambda tensor: tensor.astype(np.float64)),
        ("1.weight", lambda tensor: tensor.astype(np.float16)),
        ("1.weight", lambda tensor: tensor * np.float32(np.nan)),
        ("1.bias", lambda tensor: tensor + np.float32(np.inf)),
        ("0.weight", lambda tensor: tensor.T),
        ("0.weight", lambda tensor: tensor[:0]),
        ("0.bias", lambda tensor: tensor[:, None]),
        ("1.bias", lambda tensor: tensor[:-1]),
        ("2.weight", lambda tensor: np.zeros((3, 3), np.float32)),
        ("3.weight", lambda tensor: np.zeros((3, 3), np.float32)),
        ("extra", lambda tensor: np.zeros((3, 3), np.float32)),
    ],
)
def test_tensors_that_make_no_network_are_named(tmp_path: Path, name: str, change: Callable[[Any], Any]) -> None:
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    tensors = load_file(path)
    tensors[name] = np.ascontiguousarray(change(tensors.get(name)))
    with safe_open(path, "numpy") as file:
        save_file(tensors, tmp_path / "changed.safetensors", file.metadata())
    with pytest.raises(ValueError, match=re.escape(f"{tmp_path / 'changed.safetensors'!s}") + f".*{re.escape(name)}"):
        make_agent(f"policy:path={tmp_path / 'changed.safetensors'}")
    if len(tensors) == 6:
        with pytest.raises(ValueError, match=re.escape(name)):
            PolicyNetwork(RULES, layers_from(tensors))


def test_a_number_damaged_on_disk_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    content = bytearray(path.read_bytes())
    content[-2] ^= 1  # of a bias, which stays finite
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"net.safetensors' is not a policy file: its content is damaged"):
        load_policy(path)


def test_the_same_network_is_the_same_file(tmp_path: Path) -> None:
    for number in range(8):  # the library alone would put the metadata in another order each time
        save_network(network(), tmp_path / str(number))
    assert len({file.read_bytes() for file in tmp_path.iterdir()}) == 1


def test_metadata_count_in_the_checksum(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    with pytest.raises(ValueError, match=r"spoilt.safetensors' is not a policy file: its content is damaged"):
        load_policy(spoilt(path, "origin", {"scores": {"greedy": [1.0, 1.0, 1.0]}}))
    with safe_open(path, "numpy") as file:
        metadata = file.metadata()
    del metadata["checksum"]
    save_file(load_file(path), path, metadata)
    with pytest.raises(ValueError, match=r"net.safetensors' is not a policy file: it has no checksum"):
        load_policy(path)


def test_weights_that_no_training_leads_to_are_refused(tmp_path: Path) -> None:
    """Weights out of reach for training are refused by the file, which has a right checksum, and by the network."""
    layers = network().layers
    with pytest.raises(ValueError, match=r"2.weight and 2.bias are so large that outputs may reach"):
        PolicyNetwork(RULES, (*layers[:2], (layers[2][0] * np.float32(1e30), layers[2][1])))
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    with safe_open(path, "numpy") as file:
        metadata = file.metadata()
    tensors = load_file(path)
    tensors["0.weight"] *= np.float32(1e30)
    path.write_bytes(to_safetensors(tensors, metadata))
    with pytest.raises(ValueError, match=r"net.safetensors' is not a policy file: the tensors 0.weight and 0.bias"):
        load_policy(path)


def test_files_of_any_size_and_depth_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    with safe_open(path, "numpy") as file:
        metadata = file.metadata()
    save_file(load_file(path), tmp_path / "deep", {**metadata, "origin": "[" * 100_000})
    with pytest.raises(ValueError, match=r"deep' is not a policy file: .*nested too deep"):
        load_policy(tmp_path / "deep")
    with (tmp_path / "large").open("wb") as large:
        large.truncate(1 << 40)  # a file of nothing takes no room
    for name in (str(tmp_path / "large"), "/dev/zero"):
        with pytest.raises(ValueError, match=f"{name}' is not a policy file"):
            load_policy(name)


def test_a_file_is_never_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "net.safetensors"
    save_network(network(), path)
    before = path.read_bytes()

    def breaks_off(file: Path, content: bytes) -> None:
        file.write_text("half")
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", breaks_off)
    with pytest.raises(KeyboardInterrupt):
        save_network(network(hidden=(6,)), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
