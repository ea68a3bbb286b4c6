"""The table: plays, analyses, replays and watches games in the browser, for any game of the kit.

The page in ``page/`` talks JSON over a WebSocket with `cardtable.web.server`; ``docs/kit/table_protocol.md`` describes
the messages. A game brings a `cardtable.view.View`, and may bring an analysis.
"""

from cardkit import __version__ as __version__
