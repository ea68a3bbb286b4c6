"""One network for three to six seats: equal input at every table, honest choices, a preset that learns."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baselines import make_agent
from baselines.durak.agents.policy import network_agent
from baselines.durak.networks.champions import CHAMPION, GENERATIONS, LARGER
from baselines.durak.networks.network_file import PolicyNetwork, load_policy, save_network
from baselines.durak.networks.network_input import input_encoding, input_size, inputs_of, places_among, seated_among
from cardkit.arena.match import play_match
from cardkit.learning.settings import with_flat
from durak_env.durak import Durak
from durak_env.rules import Rules
from tests.support.networks import in_floats, random_layers
from tests.support.positions import positions

SIX = Rules(num_players=6)
TABLES = tuple(replace(SIX, num_players=seats) for seats in range(3, 7))
SMALL = Rules(start_rank=10, hand_size=3, num_players=6)
FOUR = TABLES[1:2]
tables = pytest.mark.parametrize(
    "tables",
    [pytest.param(FOUR, id="four seats"), pytest.param(TABLES, id="three to six seats", marks=pytest.mark.slow)],
)
"""The tables of a test: a quick one compiles a table of four; one that takes turns with others is for the slow one."""


def network(rules: Rules = SIX, fewest: int | None = 3, hidden: tuple[int, ...] = (24,)) -> PolicyNetwork:
    """Make a network of random weights."""
    layers = random_layers(input_size(rules), *hidden, rules.num_actions)
    return PolicyNetwork(rules, layers, fewest_seats=fewest)


@tables
def test_the_compiled_network_is_the_network_at_every_table_in_turn(tables: tuple[Rules, ...]) -> None:
    """One memory serves all tables, and nothing of a larger table is left in it at a smaller one."""
    net, rng = network(), np.random.default_rng(1)
    agent = network_agent(net)
    for rules in (*reversed(tables), tables[-1]):
        for game, state, seat in positions(40, 3, [Durak(rules)]):
            info = game.information_set(state, seat)
            found = net.probabilities(info)
            assert agent.act(info, rng) == max(found, key=lambda action: found[action])


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, id=f"{rules.num_players} seats", marks=[] if rules in FOUR else pytest.mark.slow)
        for rules in TABLES
    ],
)
def test_an_input_says_the_same_at_a_larger_table_and_its_further_seats_are_empty(rules: Rules) -> None:
    own, wide = input_encoding(rules), input_encoding(SIX)
    for game, state, seat in positions(20, 4, [Durak(rules)]):
        vector, mask = own.observe(game.information_set(state, seat))
        inputs, _ = inputs_of(vector[None], mask[None], rules)
        (seated,) = seated_among(inputs, rules, SIX)
        told, pieces = own.decode(inputs[0, : own.size]), wide.decode(seated[: wide.size])
        for name, piece in pieces.items():
            width = len(told.get(name, ()))
            assert (piece[:width] == told.get(name, piece[:0])).all()
            assert not piece[width:].any()
        assert (seated[wide.size :] == inputs[0, own.size :]).all()


@pytest.mark.parametrize("rules", [*FOUR, pytest.param(SIX, marks=pytest.mark.slow)], ids=str)
def test_a_run_at_one_table_starts_from_what_the_network_does_there_and_writes_one_for_all(
    rules: Rules, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="training needs the extra train")
    from baselines.durak.learning.ppo_selfplay import Settings, Trainer
    from cardkit.learning.networks import layers_of
    from cardkit.learning.run import to_the_end

    net = network(hidden=(24, 24))
    save_network(net, tmp_path / "many")
    sizes = {"games": 2, "steps": 8, "plies": 16, "hidden": 24, "critic_hidden": 8, "ladder": ""}
    started = {"folder": str(tmp_path / "run"), "start": str(tmp_path / "many"), "num_players": rules.num_players}
    run = Trainer(with_flat(Settings(), **started, **sizes))
    inputs = np.random.default_rng(2).random((8, input_size(rules)), np.float32)
    found = in_floats(layers_of(run.policy), inputs)
    np.testing.assert_allclose(found, in_floats(net.layers, seated_among(inputs, rules, SIX)), rtol=1e-4)
    to_the_end(run)
    again = load_policy(tmp_path / "run" / "policy.safetensors")
    assert again.tables == net.tables
    learnt = in_floats(layers_of(run.learnt), inputs)
    assert (learnt != found).any()
    np.testing.assert_allclose(learnt, in_floats(again.layers, seated_among(inputs, rules, SIX)), rtol=1e-4)
    further = np.setdiff1d(np.arange(input_size(SIX)), places_among(rules, SIX))
    assert (again.layers[0][0][:, further] == net.layers[0][0][:, further]).all()


@tables
def test_a_file_tells_the_tables_and_others_are_refused(tables: tuple[Rules, ...], tmp_path: Path) -> None:
    save_network(network(), tmp_path / "many")
    again = load_policy(tmp_path / "many")
    assert again.tables == TABLES
    agent = network_agent(again)
    for rules in tables:
        assert play_match(Durak(rules), [agent, *["random"] * (rules.num_players - 1)], games=6).games == 6
    for rules, told in (
        (replace(SIX, num_players=4, throw_in="attacker"), "other rules"),
        (replace(SIX, num_players=4, num_teams=2), "other rules"),
        (replace(SIX, num_players=4, start_rank=2), "other rules"),
        (Rules(), "plays 3 to 6 seats only"),
    ):
        with pytest.raises(ValueError, match=told):
            play_match(Durak(rules), [agent, *["random"] * (rules.num_players - 1)], games=2)
    alone = network(fewest=None)
    save_network(alone, tmp_path / "alone")
    assert load_policy(tmp_path / "alone").tables == (SIX,)
    assert b"fewest_seats" not in (tmp_path / "alone").read_bytes()


@pytest.mark.parametrize(("rules", "fewest"), [(SIX, 2), (SIX, 7), (replace(SIX, num_teams=3), 3)], ids=str)
def test_there_is_no_such_smaller_table(rules: Rules, fewest: int) -> None:
    with pytest.raises(ValueError, match="fewest_seats must be"):
        network(rules, fewest)


def test_tables_are_labelled_in_turn() -> None:
    from cardkit.learning.labels.search_labels import TablesInTurn

    class Table:
        def __init__(self, name: str) -> None:
            self.name = name

        def label(self, student: Any, first: int, games: int) -> Any:
            return self.name, first, games

    tables: Any = [Table("four"), Table("three"), Table("four")]
    turns: Any = TablesInTurn(tables)
    student: Any = None
    told = [turns.label(student, first, 32) for first in (0, 32, 64, 96)]
    assert told == [("four", 0, 32), ("three", 32, 32), ("four", 64, 32), ("four", 96, 32)]


@pytest.mark.parametrize("tables", ["", "2", "3;7", "four"])
def test_tables_of_other_numbers_of_seats_are_refused(tables: str) -> None:
    pytest.importorskip("torch", reason="training needs the extra train")
    from baselines.durak.learning.many_seats import Settings

    with pytest.raises(ValueError, match="tables must list numbers of seats from 3, 4, 5, 6"):
        Settings(tables=tables).seats  # noqa: B018


@pytest.mark.slow
@tables
def test_the_preset_learns_a_little_and_its_file_plays_at_every_table(
    tables: tuple[Rules, ...], tmp_path: Path
) -> None:
    """The preset learns on a small deck from few labels at one table, and plays by that at the others."""
    pytest.importorskip("torch", reason="training needs the extra train")
    from baselines.durak.learning.many_seats import ManySeats
    from baselines.durak.learning.presets import stages
    from tests.support.training_runs import trained

    (preset,) = stages("many", str(tmp_path), 3000, start_rank=SMALL.start_rank, hand_size=SMALL.hand_size)
    little = {"teacher": "ismcts:simulations=40", "tables": "4", "hidden": 48, "steps": 4, "batch": 128}
    run = trained(ManySeats, with_flat(preset, **little, check_games=200, ladder="uniform"))
    assert run.figures["fool rate v uniform"] < 0.2
    agent = make_agent(f"policy:path={tmp_path / 'policy.safetensors'}")
    for rules in tables:
        game = Durak(replace(SMALL, num_players=rules.num_players))
        assert play_match(game, [agent, *["uniform"] * (game.seats - 1)], games=10).games == 10


@tables
def test_the_champion_takes_the_file_of_its_table(tables: tuple[Rules, ...]) -> None:
    rng = np.random.default_rng(5)
    assert LARGER.stat().st_size < 3_000_000
    for options in ("endgame=exact", "endgame=policy"):
        champion, many = make_agent(f"champion:{options}"), make_agent(f"policy:path={LARGER},{options}")
        two = make_agent(f"policy:path={GENERATIONS[2].policy},{options}")
        for rules in (*tables, Rules()):
            same = two if rules.num_players == 2 else many
            for game, state, seat in positions(12, 6, [Durak(rules)]):
                info = game.information_set(state, seat)
                assert champion.act(info, rng) == same.act(info, rng)


def test_what_the_champion_has_not_learnt_is_refused() -> None:
    for spec, rules, told in (
        ("champion", Rules(transfer=True, passport=True), "other rules"),
        ("champion:generation=3", Rules(transfer=True), "two seats only, without transfers"),
        ("champion", Rules(num_players=4, transfer=True), "other rules"),
        ("champion", Rules(num_players=3, start_rank=2), "other rules"),
        ("champion:generation=1", Rules(num_players=4), "two seats only"),
        ("champion:generation=2", Rules(num_players=4), "two seats only"),
        (f"policy:path={CHAMPION}", Rules(num_players=4), "two seats only"),
    ):
        with pytest.raises(ValueError, match=told):
            play_match(Durak(rules), [spec, *["greedy"] * (rules.num_players - 1)], games=2)


@pytest.mark.slow
def test_the_champion_is_seldom_the_fool_among_greedy() -> None:
    from baselines.durak.report.fool_report import FoolReport

    result = play_match(Durak(Rules(num_players=4)), ["champion", *["greedy"] * 3], games=2000, seed=3)
    assert FoolReport(result, 0.98).fooled[0].interval[1] < 0.11
