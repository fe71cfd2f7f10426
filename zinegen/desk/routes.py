"""What the desk answers to, what a browser asks, what is answered: nothing here knows how it travels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from zinegen.desk.desk import Desk
from zinegen.desk.outcomes import DeedOutcome
from zinegen.errors import ZinegenError


class MissingError(ZinegenError):
    """There is nothing at an address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file that was dropped or chosen."""

    field: str
    """The name of its field in the form."""
    name: str
    """As the browser calls it: a stranger's word, never a path."""
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request that the guard has let in."""

    address: str
    """From the host on, without what follows a question mark."""
    path: Mapping[str, str] = field(default_factory=dict)
    """What stands in the address for the names in braces of the route."""
    query: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What was typed, by the fields' names."""
    uploads: tuple[Upload, ...] = ()

    def get(self, name: str) -> str:
        """Return what was typed into a field, without blanks around it; empty where nothing was."""
        return next(iter(self.fields.get(name, ())), "").strip()

    def text(self, name: str) -> str:
        """Return the text of a large field as it was typed, its lines ended by line feeds."""
        found = next(iter(self.fields.get(name, ())), "")
        return found.replace("\r\n", "\n").replace("\r", "\n")

    def has(self, name: str) -> bool:
        """Tell whether a box was ticked, or a button of this name pressed."""
        return name in self.fields


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPage:
    """A page of `templates/desk`."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    status: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """The browser is to look at another address: what follows each form that was sent."""

    to: str
    told: DeedOutcome | None = None
    """What became of it, shown on top of that page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """Something that is no page: a picture, data for a script, a file to keep."""

    content: bytes
    kind: str
    """The media type."""
    name: str = ""
    """Under which it is kept; empty for what is shown."""


Answer = DeskPage | Moved | Sent
Act = Callable[[Desk, Asked], Answer]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One thing that can be asked for."""

    method: str
    """GET for what only shows, POST for what changes something."""
    address: str
    """With names in braces for what differs: ``/games/{game}``."""
    act: Act
    draws: bool = False
    """Whether it may draw maps; one route that does is answered at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """A part of the desk: what it answers to, and where the menu leads."""

    key: str
    title: str
    """In English, marked by `N_`."""
    address: str = ""
    """Where the menu leads; empty for what is not in the menu."""
    routes: tuple[Route, ...]


def show(address: str, act: Act, *, draws: bool = False) -> Route:
    """Return the route of something that is only looked at; ``draws`` where it is drawn for that."""
    return Route(method="GET", address=address, act=act, draws=draws)


def do(address: str, act: Act, *, draws: bool = True) -> Route:
    """Return the route of something that is done by a form; it may draw maps, unless it asks others first."""
    return Route(method="POST", address=address, act=act, draws=draws)
