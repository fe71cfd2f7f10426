"""The head of the zine, as pages, paper and mails print it."""

from dataclasses import dataclass

from zinegen.pages.views import Moment, PageLink


@dataclass(frozen=True, slots=True, kw_only=True)
class Masthead:
    """The head of the zine."""

    title: str
    motto: str
    editor: str
    price: str
    number: str
    date: str
    date_iso: str
    deadline: Moment | None
    """The next one; where none is to come, the first that has passed and is still open."""
    deadline_of: str = ""
    """Which game the next deadline belongs to; without one, games that wait for orders all the same."""
    newest: PageLink | None = None
    """Of an older issue none of whose deadlines is still open: the issue that has the next ones."""
