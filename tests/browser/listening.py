"""What a page says and does while a test looks at it."""

import time
from contextlib import contextmanager

TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
"""After these what a page does in its next frame is done, and shown."""


PATIENCE = 30
"""Seconds that are waited for what a page does, as on a machine on which much else is at work."""


@contextmanager
def listening(page):
    """Gather what a page writes to the console, its errors and its dialogs."""
    said = []
    listeners = {
        "console": lambda message: said.append(message.text),
        "pageerror": lambda error: said.append(str(error)),
        "dialog": lambda dialog: (said.append(f"dialog {dialog.message}"), dialog.dismiss()),
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    yield said
    for event, listener in listeners.items():
        page.remove_listener(event, listener)


def expect(found):
    """Say what a part of a page must come to, as Playwright's `expect`: it looks again until it is so."""
    from playwright import sync_api  # takes half a second: for those who need it

    sync_api.expect.set_options(PATIENCE * 1000)
    return sync_api.expect(found)


def wait_until(page, expression, seconds=PATIENCE):
    """Wait until an expression holds. `wait_for_function` runs text as a script, which the pages refuse."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never true: {expression}"
        page.wait_for_timeout(20)
