"""Scenes of Durak's table, and of the screens that all games share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.support.gallery.scenes import (
    LYING,
    PHONE,
    WIDE,
    Json,
    Scene,
    begun,
    ends,
    followed,
    reached,
    resumed,
    reviewed,
)
from tests.support.table_server import Page

GAME = "durak"
AGENT = "greedy"
ANALYST = "ismcts:simulations=200"
KNOWN = {"met": ["durak.lesson.throw_in", "durak.lesson.transfer", "durak.lesson.show"]}
OFFER: Json = {"type": "agents", "variant": "", "unfit": []}
FOR_TABLES = {"agents": [OFFER]}


def screens(page: Page) -> Iterator[Scene]:
    """Yield the screens that need no game."""
    welcome = page.welcome
    compiling: Json = {"type": "progress", "what": "compile", "agent": None, "done": False}
    for name, place, shows in (
        ("start", "#start", [".button.large", "main nav"]),
        ("new game", "#play/new", ["form .fields", ".begin"]),
        ("with friends", "#play/friends", ["form .fields", "details summary"]),
        ("watch", "#watch", ["form .fields"]),
        ("replay", "#replay", ["textarea"]),
        ("match", "#match", ["form .fields, .fields"]),
    ):
        yield Scene(name, GAME, [welcome], shows, PHONE, place, FOR_TABLES)
    yield Scene(
        "getting ready",
        GAME,
        [welcome],
        [".getting-ready progress", ".getting-ready .button"],
        PHONE,
        "#start",
        FOR_TABLES,
        [("click", ".button.large:enabled"), ("tell", compiling)],
    )


def alone(page: Page) -> Iterator[Scene]:
    """Yield a game of two: a lesson, a lost connection, notes, dialogs, hints, and its end."""
    state = begun(page, ["human", AGENT])
    played = reached(page, state, lambda state: state["view"]["phase"] == "throw-in")
    told = resumed(page, played)
    yield Scene("lesson", GAME, told, [".lesson", ".felt"])
    lost = [".offline", ".lesson"]
    yield Scene("lesson, connection lost", GAME, told, lost, WIDE, "", {}, [("close", 1006)])
    yield Scene("connection lost for good", GAME, told, [".offline .button"], PHONE, "", {}, [("close", 4008)], KNOWN)
    forbidden = ('.hand .card[aria-disabled="true"]', [".toast"])
    yield Scene("note", GAME, told, forbidden[1], PHONE, "", {}, [("click", forbidden[0])], KNOWN)
    for name, opener in (("rules", ".bar > .button:nth-of-type(1)"), ("settings", ".bar > .button:nth-of-type(2)")):
        yield Scene(name, GAME, told, ["dialog h1"], PHONE, "", {}, [("click", opener)], KNOWN)
    yield Scene("keys", GAME, told, ["dialog .keys"], steps=[("click", ".for-keys")], settings=KNOWN)
    failed = played["players"][1] | {"error": "ValueError: a card that it does not hold"}
    broken = played | {"players": [played["players"][0], failed]}
    yield Scene("agent failed", GAME, resumed(page, broken), [".box.alert"], settings=KNOWN)
    asked = page.send("analyse", agent=ANALYST)
    while not page.until("analysis", asked)["done"]:
        pass
    hints = {"analyse": [page.heard[-1]]}
    shown = [".values tbody tr", ".own .hint"]
    yield Scene("hints", GAME, told, shown, WIDE, "", hints, [("click", ".analysis .button")], KNOWN)
    yield from ended(page, reached(page, played, ends))


def ended(page: Page, over: Json) -> Iterator[Scene]:
    """Yield what follows a game of two."""
    told = resumed(page, over)
    yield Scene("result", GAME, told, [".result strong", ".result .button.main"], LYING, settings=KNOWN)
    record = {"record": [page.ask("record", "record")]}
    yield Scene(
        "share", GAME, told, ["dialog .button.main"], PHONE, "", record, [("click", '[data-key="share"]')], KNOWN
    )
    review = reviewed(page, ANALYST)
    replies = {"review": [review]}
    find, learn = ("click", '[data-key="review"]'), ("click", '[data-key="practice"]')
    shows = [".graph", ".mistake-row", ".log .ply"]
    yield Scene("review", GAME, told, shows, WIDE, "", replies, [find], KNOWN)
    before = next(entry["ply"] for entry in review["entries"] if entry["mistake"]) - 1
    replies |= {"goto": [page.ask("goto", ply=before)], "view": [page.ask("view", seat=None)]}
    yield Scene("better move", GAME, told, [".practice strong"], WIDE, "", replies, [find, learn], KNOWN)


def others(page: Page) -> Iterator[Scene]:
    """Yield games of several, puzzles, and games that are looked at."""
    state = begun(page, ["human", *[AGENT] * 4], rules={"transfer": True})
    attacks = reached(page, state, lambda one: len(one["view"]["table"]) > 3)
    for size in (WIDE, PHONE):
        name = f"five seats, many attacks, {size[0]}"
        yield Scene(
            name, GAME, resumed(page, attacks), [".pair:nth-child(4)", ".arrow", ".discard"], size, settings=KNOWN
        )
    out = resumed(page, *to_be_out(page))
    yield Scene("out of the game", GAME, out, [".status .button.main"], PHONE, settings=KNOWN)
    yield Scene("discard", GAME, out, [".discard-suit .card"], PHONE, steps=[("click", ".discard")], settings=KNOWN)
    two = begun(page, ["human", "human"])
    yield Scene("two at one screen", GAME, resumed(page, two), ["dialog.curtain .button"], PHONE)
    puzzle = page.ask("puzzle", number=1)
    yield Scene("puzzle", GAME, resumed(page, puzzle), [".puzzle strong", ".own .card"], PHONE, "#replay")
    page.ask("new", seats=[AGENT] * 3, seed=3)
    page.until_quiet()
    record = page.ask("record", "record")["text"]
    replay = page.ask("open", text=record)
    yield Scene(
        "replay of all cards", GAME, resumed(page, replay), [".talon-order .card", ".transport"], WIDE, "#replay"
    )


def to_be_out(page: Page) -> list[Json]:
    """Play a game until the person has no cards and gets none, while the others play on."""

    def is_out(state: Json) -> bool:
        return not state["view"]["hands"][0] and state["view"]["talon"]["size"] == 0

    def lowest(legal: Sequence[Json]) -> Json:
        return min(legal, key=lambda way: "23456789TJQKA".index(way["card"][0]) if way.get("card") else 13)

    return followed(page, begun(page, ["human", *[AGENT] * 4], 2), is_out, lowest)
