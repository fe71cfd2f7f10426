"""What a page says while a test looks at it."""

from contextlib import contextmanager


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
