"""Small games: trees, equilibria, best responses, agents' exploitability, solutions that play."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save
from typer.testing import CliRunner

from baselines import play_match
from baselines.agents.solved import SolvedAgent, told
from baselines.cli import app
from baselines.solving.best_response import nash_conv, response_value, value
from baselines.solving.cfr import normalized, solve
from baselines.solving.durak_tree import DurakTree, durak_tree, first_attacker_value
from baselines.solving.exploitability import Exploitability, exploitability
from baselines.solving.gambit import write_gambit
from baselines.solving.response_search import search_responses
from baselines.solving.sampled import Sampled, solve_by_sampling
from baselines.solving.sampling import MOST_ACTIONS, new_table
from baselines.solving.solution import FORMAT, load_solution, save_solution, solution
from cardkit.compiled.bits import lowest
from durak_env import CompiledAgent, Deal, Rules, compiled_choice
from durak_env.actions import slots_of_actions
from durak_env.game import mover, step
from durak_env.information import InformationSet
from tests.support.kuhn import kuhn
from tests.support.plain_solving import plain_response_value, value_by_linear_program
from tests.support.response_coverage import all_gains, covered

SMALLEST = Rules(start_rank=12, num_suits=2, hand_size=2)


def solved_to(game, target: float):
    return solve(game.tree if isinstance(game, DurakTree) else game, target)


@pytest.fixture(scope="module")
def smallest() -> DurakTree:
    return durak_tree(SMALLEST)


@pytest.fixture(scope="module")
def played_out() -> DurakTree:
    return durak_tree(SMALLEST, played_out=True)


def test_kuhn_poker_has_its_value() -> None:
    tree = kuhn()
    found = solved_to(tree, 1e-4)
    assert found.nash_conv <= 1e-4
    assert value(tree, found.strategy) == pytest.approx(-1 / 18, abs=1e-4)
    assert value_by_linear_program(tree) == pytest.approx(-1 / 18)


@pytest.mark.parametrize(
    ("suits", "ranks", "hand", "infosets"),
    [(2, 3, 2, 962), (3, 3, 4, 7190), (4, 2, 3, 11420), (2, 4, 3, 20730)],
)
def test_games_are_solved(suits: int, ranks: int, hand: int, infosets: int) -> None:
    game = durak_tree(Rules(start_rank=15 - ranks, num_suits=suits, hand_size=hand))
    assert game.tree.infosets == infosets
    found = solved_to(game, 1e-3)
    assert found.nash_conv <= 1e-3
    assert abs(value(game.tree, found.strategy)) < 1e-3  # the seats are alike


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "infosets"),
    [
        (SMALLEST, 35908),
        (Rules(start_rank=13, num_suits=2, hand_size=2), None),  # dealt out: chance names the trump suit
        (Rules(start_rank=12, num_suits=2, hand_size=2, include_trumps=False), None),
        (Rules(start_rank=12, num_suits=2, hand_size=2, max_attack_cards=1), None),
    ],
)
def test_endgames_played_out_are_worth_what_the_solver_says(rules: Rules, infosets: int | None) -> None:
    """Ending a game with its exact value changes nothing for players who err nowhere."""
    game, short = durak_tree(rules, played_out=True), durak_tree(rules)
    assert infosets in (None, game.tree.infosets)
    values = [first_attacker_value(one, solved_to(one, 1e-4).strategy) for one in (game, short)]
    assert values[0] == pytest.approx(values[1], abs=1e-4)


def test_players_recall_in_which_order_they_drew() -> None:
    """Which an information set of a game does not tell: it tells more positions of this game apart than that does."""
    game = durak_tree(Rules(start_rank=8, num_suits=1, hand_size=2))
    assert game.tree.infosets == 29_526 > len(np.unique(game.told))


def test_a_linear_program_finds_the_same_value(smallest: DurakTree) -> None:
    assert value_by_linear_program(smallest.tree) == pytest.approx(0, abs=1e-8)


@pytest.mark.parametrize("player", [0, 1])
def test_best_responses_agree_with_plain_recursion(smallest: DurakTree, player: int) -> None:
    rng = np.random.default_rng(player)
    weights = rng.random(smallest.tree.actions) ** 3
    sums = np.add.reduceat(weights, smallest.tree.first_action[:-1])
    strategy = weights / np.repeat(sums, np.diff(smallest.tree.first_action))
    found = response_value(smallest.tree, strategy, player)
    assert found == pytest.approx(plain_response_value(smallest.tree, strategy, player), abs=1e-12)
    assert found > 0.1


def test_openspiel_reads_the_tree_and_agrees(smallest: DurakTree, tmp_path) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    write_gambit(tmp_path / "small.efg", smallest)
    game = pyspiel.load_efg_game((tmp_path / "small.efg").read_text())
    uniform = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    assert uniform == pytest.approx(nash_conv(smallest.tree, smallest.tree.uniform()), abs=1e-9)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 1e-3


@pytest.mark.parametrize(("agent", "wanted"), [("greedy", 0.2556), ("smart", 0.2444)])
def test_what_is_won_from_heuristics(smallest: DurakTree, agent: str, wanted: float) -> None:
    found = exploitability(agent, smallest, solved_to(smallest, 1e-4).strategy, 2)
    assert found.least == found.most == pytest.approx(wanted, abs=1e-4)
    assert 0 < found.equilibrium < found.least


def test_answers_by_chance_give_bounds(smallest: DurakTree) -> None:
    """The uniform strategy's exploitability is known exactly; half the answers win less than it, all of them more."""
    exact = nash_conv(smallest.tree, smallest.tree.uniform()) / 2
    found = exploitability("uniform", smallest, smallest.tree.uniform(), 16)
    assert found.least < exact < found.most
    closer = exploitability("uniform", smallest, smallest.tree.uniform(), 256)
    assert closer.most - closer.least < found.most - found.least


@pytest.mark.parametrize(
    ("least", "most", "text"),
    [(0.2, 0.2, "0.200"), (0.2, 0.3, "0.200 to 0.300"), (0.3, 0.2, "0.200 to 0.300"), (-0.1, 0.2, "0.000 to 0.200")],
)
def test_bounds_are_shown_from_the_lower_one_up(least: float, most: float, text: str) -> None:
    assert str(Exploitability(least, most, 0.0)) == text


def test_responses_go_on_where_few_answers_never_led(played_out: DurakTree) -> None:
    """Two answers at each information set leave out many positions that the other two meet."""
    uniform = played_out.tree.uniform()
    exact = nash_conv(played_out.tree, uniform) / 2
    assert 0.9 * exact < exploitability("uniform", played_out, uniform, 4).least < exact


class _Lowest:
    """The lowest action id, from Python; it checks that it is told the plies."""

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        assert len(info.plies) == info.record.plies
        return min(info.legal_actions)


def test_agents_written_in_python_are_asked_too(smallest: DurakTree) -> None:
    found = exploitability(_Lowest(), smallest, smallest.tree.uniform(), 2)
    assert found.least == found.most > 0.1


class _Asked:
    """The lowest action id; it keeps what it was told."""

    def __init__(self) -> None:
        self.told: set[tuple[bytes, tuple[tuple[int, int], ...], int]] = set()

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        self.told.add((info.record.tobytes(), info.plies, info.first_trump))
        return min(info.legal_actions)


def test_agents_are_told_what_they_are_told_in_games(smallest: DurakTree) -> None:
    """All that a player of a match is told at a choice, with clubs as trumps, the tree tells too."""
    in_tree, in_games = _Asked(), _Asked()
    exploitability(in_tree, smallest, smallest.tree.uniform(), 2)
    rng, checked = np.random.default_rng(3), 0
    for _ in range(40):
        state = Deal(tuple(rng.permutation(SMALLEST.deck))).lay_out(SMALLEST)
        plies: list[tuple[int, int]] = []
        while state["talon_size"] > 0 and state["trump_suit"] == 0:
            info = InformationSet.of(state, SMALLEST, int(mover(state)), plies=plies)
            if len(info.legal_actions) > 1:
                in_games.act(info, rng)
                checked += 1
            plies.append((info.seat, int(rng.choice(info.legal_actions))))
            step(state, int(slots_of_actions(SMALLEST)[plies[-1][1]]))
    assert checked > 20
    assert in_games.told <= in_tree.told


class _Faulty:
    """Answers the same whatever is asked; raises an error that it is given."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def act(self, info: InformationSet, rng: np.random.Generator) -> object:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


@compiled_choice
def _next_word(info, stream, memory):
    """The lowest legal slot of another word, which must not count as the legal one."""
    return lowest(info.legal) + 64


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (_Faulty(0), "agent '_Faulty': illegal action 0 .Qc.: .* legal actions"),
        (_Faulty("take"), "agent '_Faulty': action must be an integer"),
        (_Faulty(RuntimeError("boom")), "agent '_Faulty': RuntimeError: boom .*test_solving.py, line"),
        (_Faulty(SystemExit(0)), "agent '_Faulty': AgentExitError"),
        (CompiledAgent(_next_word), "agent '_next_word': slot .* stands for no action"),
    ],
)
def test_faults_of_agents_name_them(smallest: DurakTree, agent: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        exploitability(agent, smallest, smallest.tree.uniform(), 2)


def test_agents_that_cannot_play_the_rules_are_refused(smallest: DurakTree) -> None:
    other = durak_tree(Rules(start_rank=13, num_suits=4, hand_size=3))
    with pytest.raises(ValueError, match="start_rank=12"):
        exploitability(SolvedAgent(solution(other, other.tree.uniform())), smallest, smallest.tree.uniform())
    with pytest.raises(ValueError, match="answers"):
        exploitability("greedy", smallest, smallest.tree.uniform(), 3)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--rules standard", "the game has .* deals, a tree at most 65,535: choose a smaller deck"),
        ("--rules start_rank=9,num_suits=2,hand_size=4", "69,300 deals"),
        ("--target nan", "target must be a number from 0 to 2"),
        ("--target -1", "target must be"),
        ("--iterations 0", "iterations must be an integer of at least 1"),
        ("--most-nodes 0", "most_nodes must be an integer from 1"),
        ("--walks -5", "walks must be an integer of at least 1"),
        ("--walks 5 --response-hands 3", "response_hands must be an integer of at least 4"),
        ("--response-hands 5", "--response-hands needs --walks"),
        ("--walks 5 --most-nodes 10", "the tree has more than 10 nodes"),
        ("--walks 5 --table-bits 9", "table_bits must be an integer from 10 to 30"),
        ("--walks 5 --seed -1", "seed must be an integer of at least 0"),
        ("--save x --efg ./x", "--save and --efg both name x"),
    ],
)
def test_options_out_of_range_are_refused(options: str, words: str, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["solve", *options.split()], env={"COLUMNS": "200"})
    assert (done.exit_code, len(done.output.strip().splitlines())) == (2, 1)
    assert re.search(words, done.output)
    assert not list(tmp_path.iterdir())


def test_no_more_iterations_are_made_than_asked_for(smallest: DurakTree) -> None:
    assert [solve(smallest.tree, 0, iterations).iterations for iterations in (1, 5, 40)] == [1, 5, 40]


def test_seats_that_are_dealt_unequal_hands_are_not_called_symmetric() -> None:
    said = run("solve", "--rules", "start_rank=12,num_suits=1,hand_size=2,include_trumps=False")
    assert "Value for seat 0: -0.3333. " in said


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, arguments, env={"COLUMNS": "120"})
    assert done.exit_code == 0, done.output
    return done.output


def test_the_command_draws_what_it_measures(tmp_path: Path) -> None:
    picture = tmp_path / "exploitability.png"
    said = run("exploitability", "greedy", "low", "--answers", "2", "--seed", "1", "--png", str(picture))
    assert re.search(r"greedy .* 0\.256 .* 0\.184", said)
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_the_command_solves_by_sampling() -> None:
    said = run("solve", "--walks", "3000", "--table-bits", "12", "--response-hands", "20")
    assert re.search(r"MCCFR, 3,000 games, \d+ information sets met", said)
    assert re.search(r"Exploitability 0\.\d{4} ±0\.\d{4} \(98 % interval\), .* with 20 of 60 dealt hands", said)
    said = run("solve", "--walks", "3000", "--table-bits", "12", "--response-hands", "100")
    assert re.search(r"Exploitability 0\.\d{4}, exact: best responses with all 60 dealt hands", said)


def test_an_information_set_tells_where_the_solution_stands(played_out: DurakTree) -> None:
    infos, pasts = played_out.knowledge()
    for number in range(0, len(infos), 97):
        assert told(played_out.information_set(infos[number], pasts[number])) == played_out.told[number]


@pytest.mark.parametrize("whole", [False, True])
def test_a_solution_plays_from_its_file(smallest: DurakTree, played_out: DurakTree, whole: bool, tmp_path) -> None:
    """It wins from greedy what the tree says, whichever suit is trumps, and loses nothing by forgetting an order."""
    game = played_out if whole else smallest
    step = solved_to(game, 1e-4)
    save_solution(tmp_path / "small.safetensors", solution(game, step.strategy))
    found = load_solution(tmp_path / "small.safetensors")
    assert found.nash_conv < 2e-4
    result = play_match(SolvedAgent(found), "greedy", 600, seed=1, rules=SMALLEST)
    low, high = (2 * bound - 1 for bound in result.interval())
    assert low < exploitability("greedy", played_out, solved_to(played_out, 1e-3).strategy, 2).equilibrium < high


def test_a_solution_keeps_the_rights_of_its_file_and_leaves_devices_alone(smallest: DurakTree, tmp_path: Path) -> None:
    found = solution(smallest, smallest.tree.uniform())
    file, pipe = tmp_path / "small.safetensors", tmp_path / "pipe"
    file.touch()
    file.chmod(0o640)
    save_solution(file, found)
    assert file.stat().st_mode & 0o777 == 0o640
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(pipe.read_bytes)
        save_solution(pipe, found)
        assert len(read.result()) == file.stat().st_size
    assert pipe.is_fifo()


def test_a_solution_refuses_positions_without_their_plies(smallest: DurakTree) -> None:
    """It would take them for other positions, and answer some of them."""
    agent = SolvedAgent(solution(smallest, smallest.tree.uniform()))
    infos, pasts = smallest.knowledge()
    later = int(np.flatnonzero(pasts["length"] > 2)[0])
    info = smallest.information_set(infos[later], pasts[later])
    assert agent.act(info, np.random.default_rng(1)) in info.legal_actions
    with pytest.raises(ValueError, match="needs all plies of the game"):
        agent.act(InformationSet(info.record, SMALLEST), np.random.default_rng(1))


def test_files_that_are_no_solutions_are_refused(tmp_path) -> None:
    for text in (b"", b"nonsense", b"\x08\0\0\0\0\0\0\0{}      "):
        (tmp_path / "x").write_bytes(text)
        with pytest.raises(ValueError, match="solution"):
            load_solution(tmp_path / "x")
    nested = {"format": FORMAT, "solution": "[" * 100_000}
    (tmp_path / "x").write_bytes(save({"told": np.zeros(1, np.uint64)}, nested))
    with pytest.raises(ValueError, match="not a solution: its brackets are nested too deeply"):
        load_solution(tmp_path / "x")


def test_large_games_are_refused() -> None:
    with pytest.raises(ValueError, match="10,000 nodes"):
        durak_tree(Rules(start_rank=12, num_suits=3, hand_size=3), most_nodes=10_000)
    with pytest.raises(ValueError, match="transfers"):
        durak_tree(Rules(start_rank=12, transfer=True))


def exploited_exactly(game: DurakTree, found: Sampled) -> float:
    """What best responses win from what sampling has found, the mean over both seats; in the whole tree at once."""
    first_weight = {entry["key"]: entry["first"] for entry in found.table if entry["key"]}
    total = np.ones(game.tree.actions)
    for key, begin, end in zip(game.keys, game.tree.first_action, game.tree.first_action[1:], strict=False):
        place = first_weight.get(key)
        if place is not None and (weights := found.weights["total"][place:][: end - begin]).any():
            total[begin:end] = weights
    return nash_conv(game.tree, normalized(total, game.tree.first_action)) / 2


def test_responses_hand_by_hand_win_what_they_win_in_the_whole_tree(smallest: DurakTree) -> None:
    """A solution without walks plays uniformly. Some hands give an estimate that depends on the seed alone."""
    unwalked = Sampled(SMALLEST, 0, 0, False, *new_table(10))
    exact = nash_conv(smallest.tree, smallest.tree.uniform()) / 2
    every = search_responses(unwalked, 60)
    assert every.exact
    assert every.half == 0
    assert every.won == pytest.approx(exact, abs=1e-12)
    some = [search_responses(unwalked, 20, seed) for seed in range(10)]
    assert some[0] == search_responses(unwalked, 20, 0) != some[1]
    assert not any(one.exact for one in some)
    assert sum(abs(one.won - exact) < one.half for one in some) >= 9
    assert np.mean([one.won for one in some]) == pytest.approx(exact, abs=some[0].half / 4)
    gains = all_gains(unwalked)
    assert gains.mean() == pytest.approx(exact, abs=1e-12)
    assert 0.97 < covered(gains, 40, 500, seed=1) <= 1


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "hand", "walks"), [(3, 2, 100), (3, 2, 20_000), (4, 3, 2000)])
def test_sampled_solutions_are_judged_exactly(ranks: int, hand: int, walks: int) -> None:
    rules = Rules(start_rank=15 - ranks, num_suits=2, hand_size=hand)
    found = solve_by_sampling(rules, walks, 16, seed=3)
    exact = exploited_exactly(durak_tree(rules), found)
    every, some = (search_responses(found, hands, seed=4) for hands in (1000, 40))
    assert every.won == pytest.approx(exact, abs=1e-12)
    assert some.won == pytest.approx(exact, abs=some.half)
    assert every.exact > some.exact


@pytest.mark.slow
def test_sampling_comes_near_an_equilibrium() -> None:
    """Best responses win much from a solution of few walks and little from one of many; the seed decides both."""
    won = []
    for walks in (100, 20_000):
        found, again = (solve_by_sampling(SMALLEST, walks, 12, seed=3) for _ in range(2))
        assert found.infosets == again.infosets <= 962
        assert found.weights.tobytes() == again.weights.tobytes()
        won.append(search_responses(found, 60).won)
    assert won[0] > 0.1
    assert won[1] < 0.02


@pytest.mark.slow
def test_a_full_table_ends_the_walks_and_says_so() -> None:
    """What was learnt before stays as it is."""
    rules = Rules(start_rank=11, num_suits=2, hand_size=3)
    full = solve_by_sampling(rules, 2_000, 10, seed=3)
    assert full.full
    assert 0 < full.iterations < 1_000
    same = solve_by_sampling(rules, full.iterations, 11, seed=3)
    assert full.weights["regret"].sum() == pytest.approx(same.weights["regret"].sum(), rel=1e-5)


def test_there_is_room_for_every_action_of_the_largest_hand() -> None:
    """Compiled code does not check where it writes: a hand of 13 cards and more wrote beyond its array."""
    largest = Rules(start_rank=2)
    assert largest.num_cards - 1 + 1 <= MOST_ACTIONS  # all cards but the other seat's last one, and TAKE or DONE


@pytest.mark.slow
def test_endgames_that_are_too_large_end_the_walks() -> None:
    """They counted as two games won."""
    with pytest.raises(ValueError, match="an endgame of this game is too large to be solved"):
        solve_by_sampling(Rules(start_rank=10, hand_size=2), 3, 14, seed=1)


@pytest.mark.slow
def test_three_suits_of_three_ranks_are_solved() -> None:
    game = durak_tree(Rules(start_rank=12, num_suits=3, hand_size=3))
    assert game.tree.infosets == 875_970
    found = solved_to(game, 1e-3)
    assert found.nash_conv <= 1e-3
    assert first_attacker_value(game, found.strategy) == pytest.approx(0.601, abs=2e-3)
