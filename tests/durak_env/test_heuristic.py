"""Random, uniform, greedy and smart in positions that are set up, and in games against each other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

from baselines import make_agent, play_match
from cardkit.playing_cards import SUITS, cards_of, higher_in_suit, mask_of, suit_lane
from durak_env.action_errors import action_text
from durak_env.agents.heuristic import greedy, random_agent, smart, uniform
from durak_env.agents.tactics import below_in_suit
from durak_env.core.dealing import new_states
from durak_env.core.play import legal_actions
from durak_env.core.records import ATTACK, DEFENCE, THROW_IN, THROW_IN_AFTER_TAKE
from durak_env.information import InformationSet
from durak_env.rules import Rules

RULES = Rules()
HEURISTICS = (random_agent, uniform, greedy, smart)


def position(
    mine: str, theirs: str, phase: int = ATTACK, attacks: str = "", beaten: str = "", talon: str = "", trumps: str = "d"
) -> Any:
    """Set up a STATE with seat 0 to move in ``phase``: its hand, the other hand, the table, the talon in drawing order.

    All other cards are in the discard, so with an empty talon both seats know everything.
    """
    rules = RULES if trumps else Rules(include_trumps=False)
    state = new_states(rules)[0]
    drawn = talon.split()[::-1]
    state.hands[:] = mask_of(mine.split()), mask_of(theirs.split())
    state.attacks, state.defences = mask_of(attacks.split()), mask_of(beaten.split())
    state.discard = state.deck & ~mask_of(f"{mine} {theirs} {attacks} {beaten} {talon}".split())
    table = [card for pair in zip(attacks.split(), [*beaten.split(), *[""] * 9], strict=False) for card in pair if card]
    state.table_size, state.talon_size = len(table), len(drawn)
    state.table[: len(table)] = [cards_slot(card) for card in table]
    state.talon[: len(drawn)] = [cards_slot(card) for card in drawn]
    state.trump_suit = SUITS.index(trumps) if trumps else 4
    state.trumps = suit_lane(16 * SUITS.index(trumps)) if trumps else 0
    state.trump_card = state.talon[0] if trumps else 0
    state.attacker = 1 if phase == DEFENCE else 0
    state.phase = phase
    state.legal = legal_actions(state)
    return state


def cards_slot(card: str) -> int:
    return int(mask_of([card])).bit_length() - 1


def choice(agent: Any, state: Any, open_world: bool = False, seed: int = 0) -> str:
    """Return the agent's action in seat 0, as text."""
    rules = RULES if state.include_trumps else Rules(include_trumps=False)
    info = InformationSet.of(state, rules, 0, open_world)
    action = agent.act(info, np.random.default_rng(seed))
    assert action in info.legal_actions
    return action_text(action, rules)


def choices(agent: Any, state: Any, times: int) -> Counter[str]:
    return Counter(choice(agent, state, seed=seed) for seed in range(times))


TALON = "6c 6s Ad"


@pytest.mark.parametrize(
    ("wanted", "state"),
    [
        ("7h", position("9c 7h 6d", "8c 8h 8s", talon=TALON)),  # a trump is higher than any other card
        ("9d", position("Kd 9d", "8c 8h 8s", talon=TALON)),  # it has to attack
        ("9c", position("9c Qc 7d", "8h 8s", DEFENCE, "8c", talon=TALON)),
        ("7d", position("6h 7d Td", "8h 8s", DEFENCE, "8c", talon=TALON)),  # beats whenever it can
        ("take", position("6h 7h 9s", "8h 8s", DEFENCE, "8c", talon=TALON)),
        ("9h", position("9h 8d Kc", "Qc Qs", THROW_IN, "8c", "9c", talon=TALON)),
        ("done", position("9d 8d Kc", "Qc Qs", THROW_IN, "8c", "9c", talon=TALON)),  # keeps its trumps back
        ("8d", position("9d 8d Kc", "Qc Qs", THROW_IN, "8c", "9c")),  # but not without a talon
        ("8h", position("8h 8d Kc", "Qc Qs", THROW_IN_AFTER_TAKE, "8c", talon=TALON)),
        ("done", position("8d Kc", "Qc Qs", THROW_IN_AFTER_TAKE, "8c", talon=TALON)),
        ("done", position("Kc Kh", "Qc Qs", THROW_IN, "8c", "9c", talon=TALON)),
    ],
)
def test_greedy_and_where_it_knows_nothing_better_smart(wanted: str, state: Any) -> None:
    assert choice(greedy(), state) == wanted
    assert choice(smart(), state) == wanted


def test_smart_beats_with_a_rank_that_the_other_seat_lacks() -> None:
    state = position("9c Tc Qc 7d", "9h 9s Ts", DEFENCE, "8c")
    assert choice(greedy(), state) == "9c"
    assert choice(smart(), state) == "Qc"
    only_trump_safe = position("9c Tc 7d", "9h Ts", DEFENCE, "8c")
    assert choice(smart(), only_trump_safe) == "7d"
    none_safe = position("9c Tc 7d", "9h Ts 7s", DEFENCE, "8c")
    assert choice(smart(), none_safe) == "9c"


def test_smart_is_sure_only_of_what_it_knows() -> None:
    state = position("9c Qc", "Th Ts", DEFENCE, "8c", talon="9h Kd Ad")
    assert choice(smart(), state) == "Qc"  # 9h is unseen and may be in the other hand
    assert choice(smart(), state, open_world=True) == "9c"  # it is not


def test_smart_plays_round_its_only_weakness() -> None:
    state = position("Th Ts Kd", "Qh Qs Jc", trumps="")  # the example of the thesis, section 2.8
    assert choice(greedy(), state) == "Th"
    assert choice(smart(), state) == "Kd"
    with_a_trump = position("Th Ts Kc", "Qh Qs Jd")
    assert choice(smart(), with_a_trump) == "Th"  # any attack can be beaten
    two_weaknesses = position("Th 9s Kd", "Qh Qs Jc", trumps="")
    assert choice(smart(), two_weaknesses) == "9s"
    only_the_weakness = position("Th Ts", "Qh Qs Jc", trumps="")
    assert choice(smart(), only_the_weakness) == "Th"


def test_smart_plays_round_its_weakness_among_legal_cards() -> None:
    state = position("Th Kd 9s", "Qh 8s", THROW_IN, "9c", "Tc", trumps="")  # the king may not be thrown in
    assert choice(smart(), state) == "9s"
    assert choice(greedy(), state) == "9s"
    beaten_card_of_a_strong_rank = position("9h 9s Th", "Qh 8s", trumps="")
    assert choice(greedy(), beaten_card_of_a_strong_rank) == "9h"
    assert choice(smart(), beaten_card_of_a_strong_rank) == "9s"  # 9h could be beaten, 9s not


@pytest.mark.parametrize(
    ("wanted", "as_before", "state"),
    [
        # 9s and Th are weak; the king that beats Th lets Kd follow, which nothing beats
        ("Th", "9s", position("Th 9s Kd Ad", "Kh Qs Jc", trumps="")),
        ("8s", "8s", position("Th 8s Kd", "Qh Ks Jc", trumps="")),  # more weak ranks than others: the lowest card
        ("Kd", "9s", position("Th 9s Kd Ad", "Qh Ks Jc", THROW_IN, "9c 9h", "Kc Kh", trumps="")),  # it follows
        ("8s", "8s", position("Th 8s Kd Ad", "Qh Js 7c", trumps="")),  # all well covered: as before
        ("8s", "8s", position("Th 8s Kd Ad", "Qh Ks Jc", talon=TALON, trumps="c")),  # not in the endgame
        ("9s", "9s", position("Th 9s Kd Ad", "Kh Qs Jc", trumps="c")),  # nor against a trump, which beats what follows
    ],
)
def test_smart_answers_several_weaknesses_if_asked_to(wanted: str, as_before: str, state: Any) -> None:
    assert choice(smart(weaknesses="all"), state) == wanted
    assert choice(smart(), state) == as_before


def test_smart_defends_as_the_thesis_tells_if_asked_to() -> None:
    state = position("9c Tc Qc Kc 7d", "9h 9s Ts", DEFENCE, "8c")  # 9 and 10 are in the other hand
    assert set(choices(smart(), state, 40)) == {"Qc"}
    assert set(choices(smart(defence="text"), state, 40)) == {"Qc", "Kc", "7d"}
    assert set(choices(smart(defence="program"), state, 40)) == {"Qc", "Kc"}
    only_trump_safe = position("9c Tc 7d", "9h Ts", DEFENCE, "8c")
    assert set(choices(smart(defence="text"), only_trump_safe, 40)) == {"7d"}
    assert set(choices(smart(defence="program"), only_trump_safe, 40)) == {"9c"}
    hidden = position("9c Qc", "Th Ts", DEFENCE, "8c", talon="9h Kd Ad")  # 9h may be in the other hand
    assert set(choices(smart(defence="text"), hidden, 40)) == {"Qc"}
    assert set(choices(smart(defence="program"), hidden, 40)) == {"9c", "Qc"}


def test_presets_are_the_settings_of_the_thesis() -> None:
    for spec, same in (
        ("smart:preset=thesis", "smart:defence=program"),
        ("smart:preset=thesis,weaknesses=all", "smart:weaknesses=all,defence=program"),
        ("minimax:preset=thesis", "minimax:depth=6,eval=basic,samples=20,order=deck"),
        ("minimax:preset=thesis,depth=3,eval=playout", "minimax:depth=3,samples=20,order=deck"),
        ("mcts:preset=thesis", "mcts:limit=100,c=1.41,samples=20"),
    ):
        agents: list[Any] = [make_agent(spec), make_agent(same)]
        one, other = agents
        assert (one.choose, one.memory.tobytes()) == (other.choose, other.memory.tobytes())
    with pytest.raises(ValueError, match="preset must be one of thesis"):
        make_agent("minimax:preset=theses")


def test_an_unknown_way_with_weaknesses_is_refused() -> None:
    with pytest.raises(ValueError, match="weaknesses must be one of single, all"):
        make_agent("smart:weaknesses=most")
    with pytest.raises(ValueError, match="weaknesses=all needs eval=basic"):
        make_agent("minimax:weaknesses=all")


def test_random_says_null_one_time_in_five() -> None:
    state = position("9c Qc 7d", "8h 8s", DEFENCE, "8c", talon=TALON)
    counts = choices(random_agent(), state, 6000)
    assert binomtest(counts.pop("take"), 6000, 0.2).pvalue > 1e-4
    assert sorted(counts) == ["7d", "9c", "Qc"]
    assert chisquare(list(counts.values())).pvalue > 1e-4


def test_random_attacks_and_gives_up_when_it_must() -> None:
    counts = choices(random_agent(), position("9c 7h 6d", "8c 8h", talon=TALON), 3000)
    assert sorted(counts) == ["6d", "7h", "9c"]
    assert chisquare(list(counts.values())).pvalue > 1e-4
    assert choices(random_agent(), position("6h", "8h", DEFENCE, "8c"), 50) == {"take": 50}


def test_uniform_is_uniform() -> None:
    counts = choices(uniform(), position("9c Qc 7d", "8h 8s", DEFENCE, "8c", talon=TALON), 4000)
    assert sorted(counts) == ["7d", "9c", "Qc", "take"]
    assert chisquare(list(counts.values())).pvalue > 1e-4


def test_below_in_suit() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        cards = rng.choice(RULES.deck, 5, replace=False).tolist()
        mask = mask_of(cards)
        below = {card for card in RULES.deck for top in cards if card[1] == top[1] and card.rank <= RULES_RANK[top]}
        assert set(cards_of(below_in_suit(mask) & mask_of(RULES.deck))) == below
    assert below_in_suit(mask_of([])) == 0
    assert higher_in_suit(cards_slot("Ac")) & below_in_suit(mask_of(["Ac"])) == 0


RULES_RANK = {card: card.rank for card in RULES.deck}


@pytest.mark.parametrize("factory", HEURISTICS)
def test_a_seat_that_is_not_to_move_has_nothing_to_choose(factory: Any) -> None:
    info = InformationSet.of(position("9c 7h", "8c 8h"), RULES, 1)
    with pytest.raises(ValueError, match="seat 1 has nothing to choose"):
        factory().act(info, np.random.default_rng(0))


@pytest.mark.parametrize("factory", HEURISTICS)
def test_by_name(factory: Any) -> None:
    name = "random" if factory is random_agent else factory.__name__
    agent: Any = make_agent(name)
    assert agent.choose is factory().choose


@pytest.mark.parametrize(
    ("a", "b", "open_world", "win_rate", "first_mover", "draws"),
    [  # bounds on a's wins among decided games, the first attacker's, and the draws among all games
        ("greedy", "random", False, (0.925, 0.95), (0.48, 0.52), (0.005, 0.015)),
        ("greedy", "random", True, (0.925, 0.95), (0.48, 0.52), (0.005, 0.015)),
        ("smart", "random", False, (0.94, 0.965), (0.48, 0.52), (0.002, 0.01)),
        ("smart", "greedy", False, (0.505, 0.545), (0.54, 0.58), (0.065, 0.09)),
        ("smart", "greedy", True, (0.51, 0.55), (0.53, 0.57), (0.06, 0.09)),
        ("greedy", "greedy", False, (0.5, 0.5), (0.545, 0.58), (0.08, 0.1)),
        ("random", "random", False, (0.48, 0.52), (0.48, 0.52), (0.004, 0.012)),
    ],
)
def test_strengths(
    a: str, b: str, open_world: bool, win_rate: tuple[float, float], first_mover: tuple[float, float], draws: Any
) -> None:
    result = play_match(a, b, games=20_000, seed=7, open_world=open_world)
    assert win_rate[0] <= result.wins / (result.wins + result.losses) <= win_rate[1]
    assert first_mover[0] <= result.first_mover_share <= first_mover[1]
    assert draws[0] <= result.draws / result.games <= draws[1]
