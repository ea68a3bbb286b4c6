"""Seeds: what an agent is given leads to the deal where its seed can be guessed, and nowhere else."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from baselines import play_match
from baselines.durak.arena.tournament import play_tournament
from baselines.durak.cli import app
from cardkit.arena.compiled_games import begin_game, roots_of
from cardkit.arena.match_result import outcomes
from cardkit.arena.seeds import DRAWN_BITS, UNGUESSABLE
from cardkit.compiled.prng import STREAM, derive
from durak_env.core.dealing import deal_random, new_states
from durak_env.information import InformationSet
from durak_env.notation import parse_records
from durak_env.rules import Rules

A, B, DEALS = range(3)  # the streams of a game of two
NUM_STREAMS = 3
BIG = 0xC0FFEE_DECAF_C0DED_FACADE_BEEF  # 108 bits
SMALL = Rules(start_rank=11, num_suits=3, hand_size=3)
WORD, HALF = 2**64, 2**32
RUNNER = CliRunner()


def durak(*arguments: str) -> Result:
    return RUNNER.invoke(app, arguments, env={"COLUMNS": "200"})


# --- what agents can find out ---------------------------------------------------------------------------------------


class Spy:
    """An agent that plays its first action, and notes what it was given in its first choice of each game."""

    def __init__(self, given: list[tuple[int, InformationSet]]) -> None:
        self.given = given
        self._plies = 10**6

    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        if info.record.plies < self._plies:
            sequence: Any = rng.bit_generator.seed_seq
            self.given.append((sequence.entropy, info))
        self._plies = int(info.record.plies)
        return info.legal_actions[0]


def given_to_spies(seed: int, games: int) -> list[tuple[int, InformationSet]]:
    first: list[tuple[int, InformationSet]] = []
    second: list[tuple[int, InformationSet]] = []
    play_match(lambda: Spy(first), lambda: Spy(second), games=games, seed=seed)
    return first + second


def deal_of(root: int, game: int) -> Any:
    """Return the state of the game of a number after its deal."""
    state, stream = new_states(Rules())[0], np.zeros(1, STREAM)[0]
    derive(stream, np.uint64(root), game >> 1)
    deal_random(state, stream)
    return state


def found(info: InformationSet, root: int, game: int) -> bool:
    """Return whether the information set is of this game's deal: no hand of it was ever elsewhere."""
    state = deal_of(root, game)
    seen = {str(card) for card in (*info.hand, *info.discard, *info.attack_cards, *info.defence_cards)}
    hands = [{str(card) for card in InformationSet.of(state, Rules(), seat).hand} for seat in (0, 1)]
    return info.plies == () and seen == hands[info.seat]


def unmixed(word: int) -> int:
    """Invert `cardkit.compiled.prng.mix`."""
    word ^= word >> 31 ^ word >> 62
    word = word * pow(0x94D049BB133111EB, -1, WORD) % WORD
    word ^= word >> 27 ^ word >> 54
    word = word * pow(0xBF58476D1CE4E5B9, -1, WORD) % WORD
    return word ^ word >> 30 ^ word >> 60


def root_of_agent(given: int, game: int) -> int:
    """Return the root of an agent's streams, from that of one game."""
    return (unmixed(given) - 0x9E3779B97F4A7C15 - game * 0xBF58476D1CE4E5B9) % WORD


def root_of_deals(root_of_a: int) -> int:
    """Undo SeedSequence's last step: its pool has four words of 32 bits, and the deals' root is drawn as a's is."""
    multipliers = [0x8B51F9DD * pow(0x58F38DED, step, HALF) % HALF for step in range(2 * NUM_STREAMS + 1)]
    root = 0
    for half in range(2):
        word = root_of_a >> 32 * half & HALF - 1
        pooled = (word ^ word >> 16) * pow(multipliers[half + 1], -1, HALF) % HALF ^ multipliers[half]
        place = 2 * DEALS + half
        mixed = (pooled ^ multipliers[place]) * multipliers[place + 1] % HALF
        root |= (mixed ^ mixed >> 16) << 32 * half
    return root


def by_turning_back(given: list[tuple[int, InformationSet]], games: int) -> int:
    """Count the games whose deal someone who knows the code finds without any table."""
    return sum(
        any(found(info, root_of_deals(root_of_agent(word, game)), game) for game in range(games))
        for word, info in given
    )


def by_table(given: list[tuple[int, InformationSet]], seeds: list[int], games: int) -> int:
    """Count the games whose deal someone finds who has a table of what agents are given with these seeds."""
    stream = np.zeros(1, STREAM)[0]
    table = {}
    for seed in seeds:
        words = roots_of(seed, 2)
        for game in range(games):
            for agent in (A, B):
                derive(stream, words[agent], game)
                table[int(stream.word)] = int(words[DEALS]), game
    return sum(word in table and found(info, *table[word]) for word, info in given)


def test_guessable_seeds_give_their_deals_away() -> None:
    """Guessable seeds give their deals away, so they are only for agents one trusts, as the pages say."""
    given = given_to_spies(seed=137, games=10)
    asked_first = sum(info.plies == () for _, info in given)
    assert asked_first == 10
    assert by_table(given, list(range(200)), 100) == asked_first
    assert by_turning_back(given[:10], 10) > 0


@pytest.mark.parametrize("seed", [UNGUESSABLE, BIG, 2**128 - 1])
def test_what_agents_are_given_does_not_lead_to_the_deals_of_a_long_seed(seed: int) -> None:
    given = given_to_spies(seed, games=10)
    assert len(given) == 20
    assert by_turning_back(given, 10) == 0
    assert by_table(given, list(range(200)), 100) == 0
    words = roots_of(seed, 2)
    told = set(np.random.SeedSequence((seed,)).generate_state(64, np.uint64).tolist())
    assert not told & {int(words[A]), int(words[B])}


def test_the_deals_of_a_seed_are_what_they_were() -> None:
    for seed in (0, 1, UNGUESSABLE - 1, UNGUESSABLE, BIG):
        state, streams = new_states(Rules())[0], np.zeros(NUM_STREAMS, STREAM)
        begin_game(state, streams, roots_of(seed, 2), 2, 6)
        sequence = np.random.SeedSequence((seed,)).generate_state(NUM_STREAMS, np.uint64)
        assert state.tobytes() == deal_of(int(sequence[DEALS]), 6).tobytes()
        assert (roots_of(seed, 2)[:DEALS] == sequence[:DEALS]).all() == (seed < UNGUESSABLE)


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (1, "672d8ee56d6791ff 8ae19ca14eb1072c 4915796d1322fc4a"),
        (UNGUESSABLE, "c444adb49900216a 5a1079cd04a086b5 0539ad336b66107f"),
        (BIG, "f59626a6aa6a49c3 fec1294c384e59e8 bac31eef73437bff"),
    ],
)
def test_the_streams_of_a_seed_stay(seed: int, words: str) -> None:
    assert " ".join(f"{int(word):016x}" for word in roots_of(seed, 2)) == words


def test_another_seed_gives_other_streams() -> None:
    roots = [tuple(roots_of(seed, 2).tolist()) for seed in (UNGUESSABLE, UNGUESSABLE + 1, UNGUESSABLE << 8)]
    assert len({word for words in roots for word in words}) == NUM_STREAMS * len(roots)


# --- seeds that are drawn -------------------------------------------------------------------------------------------


def test_a_seed_is_drawn_and_told() -> None:
    first, second = (play_match("random", "greedy", games=20, seed=None, rules=SMALL) for _ in range(2))
    assert first.seed != second.seed
    assert UNGUESSABLE <= first.seed < 2**DRAWN_BITS
    assert len(str(2**DRAWN_BITS)) <= 25
    again = play_match("random", "greedy", games=20, seed=first.seed, rules=SMALL, jobs=2)
    assert (outcomes(again.results) == outcomes(first.results)).all()
    assert (again.results["plies"] == first.results["plies"]).all()


class Wrong:
    def act(self, info: InformationSet, rng: np.random.Generator) -> int:
        return -1


def test_an_error_in_play_tells_the_seed_that_was_drawn() -> None:
    with pytest.raises(ValueError, match="is out of range") as caught:
        play_match(Wrong(), "greedy", games=2, seed=None)
    (note,) = caught.value.__notes__
    seed = int("".join(filter(str.isdigit, note)))
    with pytest.raises(ValueError, match="is out of range") as again:
        play_match(Wrong(), "greedy", games=2, seed=seed)
    assert str(again.value) == str(caught.value)
    assert not hasattr(again.value, "__notes__")
    refused = durak("match", "tests.baselines.durak.test_seeds:Wrong", "greedy", "--strict")
    assert refused.exit_code == 2
    assert "the match's seed was " in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("seed", [-1, True, 1.0, "1"])
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(ValueError, match=f"seed .* {seed!r}"):
        play_match("random", "greedy", games=2, seed=seed)


def test_a_match_can_be_played_again_by_what_it_prints(tmp_path: Path) -> None:
    log = tmp_path / "games.txt"
    small = "--games", "6", "--start-rank", "11", "--hand-size", "3"
    first = json.loads(durak("match", "random", "greedy", "--json", "--log", str(log), *small).stdout)
    games = parse_records(log.read_text())
    assert int(first["seed"]) > UNGUESSABLE
    assert isinstance(first["seed"], str)  # no reader of JSON rounds it
    again = durak("match", "random", "greedy", "--seed", first["seed"], "--log", str(log), *small)
    assert f"seed {first['seed']}, " in again.stdout
    assert parse_records(log.read_text()) == games
    assert json.loads(durak("match", "random", "greedy", "--seed", "7", "--json", *small).stdout)["seed"] == 7


def test_a_store_goes_on_with_its_seed(tmp_path: Path) -> None:
    store, agents = tmp_path / "store.db", ["greedy", "random"]

    def seeds(**options: Any) -> set[int]:
        given = {"seed": None, "store": store, "rules": SMALL} | options
        return {match.seed for match in play_tournament(agents, games=8, **given).matches}

    (first,) = seeds()
    assert first > UNGUESSABLE
    agents.append("smart")
    assert seeds() == {first}
    assert seeds(open_world=True) != {first}
    assert seeds(seed=5) == {5}
    with pytest.raises(ValueError, match=f"{first}, 5.*--seed"):
        seeds()
    assert seeds(seed=first) == {first}
    assert seeds(store=None, records=tmp_path / "games.txt") != {first}


def test_programs_that_begin_a_store_together_agree_on_a_seed(tmp_path: Path) -> None:
    found: list[int] = []

    def play() -> None:
        result = play_tournament(["greedy", "random"], games=40, seed=None, store=tmp_path / "store.db", rules=SMALL)
        found.append(result.matches[0].seed)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1


def test_a_tournament_prints_its_seed() -> None:
    small = "--games", "4", "--start-rank", "11", "--hand-size", "3"
    title = json.loads(durak("tournament", "greedy", "random", "--json", *small).stdout)["title"]
    seed = title.partition("seed ")[2].partition(",")[0]
    assert int(seed) > UNGUESSABLE
    assert seed in durak("tournament", "greedy", "random", "--seed", seed, *small).stdout
