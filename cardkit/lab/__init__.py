"""Reproduces a document: its experiments are played again, and each of its statements is judged by intervals.

The lab knows no game. A document on it is a `cardkit.lab.document.Document`: its name, its command, what its page says
first, and its experiments. An experiment has a name, a title, and ``run(scale)``, which returns a `Finding`: a table,
verdicts on statements, perhaps a picture. A series of matches that differ in one thing needs no code: it is a
`cardkit.lab.sweep.Sweep`, whose claims come from `cardkit.lab.claims`. Anything else is a class with ``run``:

    POINTS = points(limit=2.0)  # a difference that counts as none

    def run(self, scale: Scale) -> Finding:
        games, seed = scale.games(full=10_000, quick=200), scale.seed_of(self.name)
        result = scale.play(game, ("informed:version=2", *["random"] * 3), games, seed)
        ours = POINTS.level(in_deals(POINTS.of(result), 4))
        apart = ours.less(exactly(61.3, unit=0.1))
        answer = same(apart, POINTS.margin(61.3))
        verdict = Verdict("version 2 makes 61.3 points", answer, apart.signed(), risk=CELL_RISK)
        return Finding(setting, games, header, rows, (verdict,))

What takes long goes through ``scale.kept.measured(description, measure)``, as matches do: an interrupted run then
continues, and findings are judged anew without playing. The description is the key, so it names everything that changes
the numbers: agents, games, seed, game. Arrays of games have the shape (deals, games): the games of a deal may depend on
each other, deals are independent. So whatever shares memory, such as one tree over many games, is one deal.

The command is the kit's: ``program.add(reproduce, text, document=document)``, where ``document`` is a function that
imports and returns the document; its parameters become options.

- `estimates`: values with intervals, their differences, means over deals.
- `answers`: what an interval says about a statement, and corrections for several.
- `measures`: what a game counts: won, or its points.
- `finding`, `scale`, `kept`: experiments, how much they play, what has been played.
- `sweep`, `claims`: series of matches, and statements about them.
- `curve`, `curve_claims`: curves of a document's pictures, and statements that they are ours.
- `document`, `page`, `command`: the document, its page and its command.
"""
