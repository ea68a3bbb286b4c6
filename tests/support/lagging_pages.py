"""A plugin under which races of browser tests show: messages reach a page late by a random time, and it runs slower.

``pytest -p tests.support.lagging_pages -m slow tests/cardtable/browser`` runs the tests with it.
"""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

LAG = 400  # milliseconds, the longest
SLOWER = 3  # times

LATE = """LAG => {
    const { addEventListener } = WebSocket.prototype;
    WebSocket.prototype.addEventListener = function (kind, listener, ...rest) {
        if (kind !== "message" && kind !== "close") return addEventListener.call(this, kind, listener, ...rest);
        const late = (event) => {
            const delay = () => new Promise((resolve) => setTimeout(resolve, Math.random() ** 2 * LAG));
            this.told = (this.told ?? Promise.resolve()).then(delay).then(() => listener(event)); // in their order
        };
        return addEventListener.call(this, kind, late, ...rest);
    };
}"""

_new_page = BrowserContext.new_page


def new_page(context: BrowserContext) -> Page:
    """Open a new page of the context, which lags."""
    page = _new_page(context)
    page.add_init_script(f"({LATE})({LAG})")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


BrowserContext.new_page = new_page  # type: ignore[method-assign]
