"""What the page of results shows: plain frozen data that computes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from zinegen.pages.views import NOTHING, PowerView


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell of a table that can be sorted."""

    text: str
    sort: str = ""
    """By what it is sorted; empty: by the text."""
    to: str = ""
    """The page it leads to."""
    power: PowerView | None = None
    """Whose mark stands before the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a table that can be sorted."""

    title: str
    is_number: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTable:
    """A table that can be sorted. The first cell of each row names it."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: tuple[Cell, ...] = ()
    """A last row that stays the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibit:
    """A table, perhaps with a drawing of it above."""

    table: ResultTable
    title: str = ""
    """Its own heading, where a section has several."""
    drawing: Markup = NOTHING
    """An SVG element."""
    is_folded: bool = False
    """It is opened by a touch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """An explanation of what a table or a column says."""

    about: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSection:
    """One part of the results."""

    anchor: str
    title: str
    lead: str
    exhibits: tuple[Exhibit, ...] = ()
    notes: tuple[Note, ...] = ()
    """How it is reckoned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsView:
    """The page of results."""

    summary: str
    sections: tuple[ResultSection, ...]
