"""The table: plays, analyses, replays and watches games in the browser, for any game of the kit.

The page in ``page/`` talks JSON over a WebSocket with `cardkit.table.web.server`; ``docs/table.md`` has the protocol. A
game brings a `cardkit.table.view.View`, and may bring an analysis.
"""
