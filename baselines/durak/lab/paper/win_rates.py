"""Figure 4: how often the strategy search is not the fool, by its weight of exploration C."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor

import numpy as np

from baselines.durak.lab.paper.kept_trees import GAMES, OUTCOME, RULES, runs_of
from baselines.durak.lab.paper.opponents import SPECS, WORDS
from cardkit.arena.match_result import CONFIDENCE
from cardkit.lab.answers import CELL_RISK, Answer, more, same, shared_among
from cardkit.lab.claims import all_above, best, chance_of_equals, falls, matters, shown_chance
from cardkit.lab.estimates import Estimate, in_deals
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.measures import NOT_LAST
from cardkit.lab.scale import Scale
from cardkit.lab.sweep import Claim, Duel, Score, Sweep, draw
from cardkit.statistics.intervals import quantile
from durak_env.durak import Durak

WEIGHTS = 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 5.0, 10.0
"""The weights of exploration, as in the figure."""
GAME = Durak(RULES)
PRINTED = 0.8407
"""The best win rate, at C = 0; the only number of the figure in the text."""
CHANCE = 0.75
_NOISE = "a run of 200 games errs by more than the better weights differ: the order of single runs says little"
_NOTES = (
    f"the printed figure has one run of {GAMES} games a weight",
    "that 0.5 and 2.5 have 'other high win rates' is not judged: the text does not say higher than which weights",
)
CLAIMS = (
    Claim("C = 0 is the best weight", best("0"), _NOISE),
    Claim("C = 2.5 is set to optimize: it is the best weight", best("2.5"), _NOISE),
    Claim("larger weights are worse, on the whole", falls, _NOISE),
    Claim("the search is the fool less often than by chance, 25 %, on the average", all_above(CHANCE, "75 %")),
)


def run_counts(scale: Scale) -> tuple[int, int]:
    """Return the number of runs and of games in each, for each weight."""
    return scale.games(200, 20), scale.games(GAMES, 20)


def scores_of(reading: str, scale: Scale) -> list[Score]:
    """Return the runs of all weights, as deals of a sweep."""
    counts = run_counts(scale)
    return [Score(f"{c:g}", runs_of(c, reading, *counts, scale)[..., OUTCOME], measure=NOT_LAST) for c in WEIGHTS]


@dataclass(frozen=True)
class WinRates:
    """Figure 4 against one reading of the opponents, with the memory as printed.

    Attributes:
        name: of the experiment.
        reading: of "uniformly random".
    """

    name: str
    reading: str

    @property
    def title(self) -> str:
        """The title, with the opponents."""
        return f"Not the fool by C, against {WORDS[self.reading]}"

    def run(self, scale: Scale) -> Finding:
        """Play runs of all weights, and the player LOW."""
        runs, games = run_counts(scale)
        scores = scores_of(self.reading, scale)
        low, lows = self._low(scale)
        verdicts = [no_share_of(GAMES, PRINTED)] if self.reading == "random" else []
        verdicts += [best_is_printed(scores[0])]
        verdicts += [replace(claim.verdict(scores), statement=claim.text) for claim in CLAIMS]
        return Finding(
            f"{runs:,} runs of {games} games each, one pair of trees a run, the same deals for all weights",
            runs * games * len(scores) + lows,
            ("C", "not the fool", "98 % interval over runs", "single runs, 1 of 10 below, above"),
            tuple(_row(score) for score in scores),
            tuple(verdicts),
            lambda figure: draw(figure, "C", scores),
            (
                _against_low(scores, low),
                f"{shown_chance(chance_of_equals(scores))} if all weights were equal",
            ),
            _NOTES if self.reading == "random" else (),
        )

    def _low(self, scale: Scale) -> tuple[Estimate, int]:
        games = scale.games(40_000, 400)
        lineup = ("low", *[SPECS[self.reading]] * (RULES.num_players - 1))
        result = scale.play(GAME, lineup, games, scale.seed_of(self.name, "low"))
        return NOT_LAST.level(in_deals(NOT_LAST.of(result), RULES.num_players)), games


def _row(score: Score) -> tuple[str, ...]:
    level, single = score.level, NOT_LAST.by_deal(score.outcomes)
    return (
        score.label,
        f"{level.value:.1%}",
        f"{level.low:.1%} to {level.high:.1%}",
        " to ".join(f"{each:.0%}" for each in np.quantile(single, (0.1, 0.9))),
    )


def no_share_of(games: int, share: float) -> Verdict:
    """Judge whether a printed share, in hundredths of a percent, is one of so many games."""
    possible = {round(wins / games, 4) for wins in range(games + 1)}
    least = next(n for n in range(1, games + 1) if round(round(share * n) / n, 4) == share)
    shown = (
        f"{floor(share * games)} are {floor(share * games) / games:.2%}, {ceil(share * games)} are "
        f"{ceil(share * games) / games:.2%}; the fewest games with such a share are {least}"
    )
    return Verdict(
        f"{share:.2%} of {games} games are won", Answer.AGREES if share in possible else Answer.DIFFERS, shown
    )


def best_is_printed(score: Score) -> Verdict:
    """Judge whether single runs come out as printed: the error of a printed run is the spread of ours."""
    spread = quantile(CONFIDENCE) * float(NOT_LAST.by_deal(score.outcomes).std(ddof=1))
    apart = score.level.less(Estimate(PRINTED, PRINTED - spread, PRINTED + spread))
    return Verdict(
        f"at C = 0 the search wins {PRINTED:.2%}, in one run",
        same(apart),
        f"{score.level.value:.1%} here, {apart.points()}",
        risk=CELL_RISK,
        statement="win rate at C = 0",
    )


def _against_low(scores: Sequence[Score], low: Estimate) -> str:
    wider = quantile(shared_among(len(scores))) / quantile(CONFIDENCE)
    leads = {score.label: low.less(score.level).widened(wider) for score in scores}
    closest = min(leads, key=lambda label: leads[label].low)
    proved = sum(more(lead) is Answer.AGREES for lead in leads.values())
    return (
        f"always the lowest card is not the fool in {low.percent()}: surely more than the search with {proved} of "
        f"{len(scores)} weights, by {leads[closest].points()} at C = {closest}, tested together"
    )


def by_reading(scores: Sequence[Score]) -> tuple[str, ...]:
    """Say how far apart the weights are, against each reading of the opponents."""
    lines = {score.series: [one for one in scores if one.series == score.series] for score in scores}
    return tuple(f"{name}: {matters(line).shown}" for name, line in lines.items())


FRESH = Sweep(
    "figure-4-fresh",
    "Not the fool by C, with a new tree for each choice",
    "C",
    tuple(
        Duel(f"{c:g}", (f"strategy:c={c:g}", *[SPECS[reading]] * (RULES.num_players - 1)), GAME, f"v {reading}")
        for reading in SPECS
        for c in WEIGHTS
    ),
    "three of each reading of random, four players, 52 cards, at most six attack cards",
    full=20_000,
    quick=200,
    part=10_000,
    answers=by_reading,
    notes=("this is the installed agent strategy; it has no memory, so its games do not depend on their order",),
    measure=NOT_LAST,
)

RATES = (
    WinRates("figure-4", "random"),
    WinRates("figure-4-card", "card"),
    WinRates("figure-4-uniform", "uniform"),
    FRESH,
)
