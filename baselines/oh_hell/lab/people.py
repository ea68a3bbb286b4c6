"""Figures 5.14 to 5.17: the people's scores, as printed, and what can be told of them without the people."""

from __future__ import annotations

from baselines.oh_hell.lab.matches import ALL, FALLING, LEVEL, LONE, SCHEDULES, play
from cardkit.lab.answers import CELL_RISK, SIDE_RISK, more, same
from cardkit.lab.finding import Finding, Verdict
from cardkit.lab.scale import Scale

GAMES = 22  # of people against each kind of agent
MARGIN = 3.0  # points
PRINTED = (
    ("a person against 3 random (5.14)", "100"),
    ("a person against 3 informed (5.14)", "92"),
    ("a person against 3 Monte Carlo (5.14)", "not told"),
    ("an informed agent at the table of a person (5.15)", "73"),
    ("a Monte Carlo agent at the table of a person (5.15)", "82"),
    ("games won by an agent (5.16)", "informed most, Monte Carlo next; no numbers"),
    ("people's scores above the random, informed, Monte Carlo agent's (5.17)", "98 %, 92 %, 83 %"),
)
INFORMED, ITS_SCORE = "informed:version=3", 73


class People:
    """The user evaluation: 14 people, 22 games against each kind of agent."""

    name = "figures-5.14-5.17"
    title = "People against agents"

    def run(self, scale: Scale) -> Finding:
        """Play tables of equal agents, beside what agents scored at tables with one person."""
        rows, verdicts, played = [(what, printed, "") for what, printed in PRINTED], [], 0
        for schedule in SCHEDULES:
            table = play(scale, schedule, INFORMED, INFORMED)
            ours = table.level("score", ALL)
            apart = ours.less(table.printed("score", LONE, ITS_SCORE, GAMES))
            played += table.result.games
            rows.append((f"{INFORMED} among its equals", "", f"{ours.plain()}, {schedule}"))
            verdicts.append(
                Verdict(
                    f"the informed agent has {ITS_SCORE} points over {schedule}, if a person plays as it does",
                    same(apart, MARGIN),
                    f"{ours.plain()} among its equals; {apart.signed()}",
                    "people are other opponents, or the games another schedule",
                    risk=CELL_RISK,
                    statement="the informed agent's points beside a person",
                )
            )
        fall = play(scale, LEVEL, INFORMED, INFORMED).level("score", ALL)
        fallen = play(scale, FALLING, INFORMED, INFORMED).level("score", ALL)
        lone = play(scale, FALLING, INFORMED, "random").level("score", LONE)
        verdicts += [
            Verdict(
                "the informed agent falls from 92 points to 73 because people see through it",
                more(fallen.less(fall)),
                f"its mean among its equals changes by {fallen.less(fall).signed()} from {LEVEL} to {FALLING}, "
                "without a person",
                "the schedule alone does as much",
                risk=SIDE_RISK,
            ),
            Verdict(
                f"people, with 100 points, and the informed agent do alike against random, over {FALLING}",
                same(lone.shifted(-100), MARGIN),
                f"the agent has {lone.plain()}",
                "its printed 100 points are of another schedule",
                risk=CELL_RISK,
            ),
        ]
        return Finding(
            f"{GAMES} games of people against three of each kind of agent, as printed; ours are tables of agents",
            played,
            ("what", "printed", "here"),
            tuple(rows),
            tuple(verdicts),
            notes=(
                "people cannot be reproduced: 14 took part, some several times; 10 answered the survey (figure 5.13)",
                "the Monte Carlo agent's 82 points are not judged: a table of three of them and a person is not one of "
                "agents, and a person's strength is not known",
                "the errors of 22 games allow for chance, and not for who the people were",
                "'in the top 98 % of players' is said of the random agent, which 98 % of the scores beat",
            ),
        )
