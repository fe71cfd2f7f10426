"""How an issue or a season is cited: its permanent number, and a line with all that finds it again."""

from dataclasses import dataclass

from zinegen.languages.texts import add_colon, gettext
from zinegen.pages.contents import IssueView, Zine
from zinegen.pages.views import SeasonView


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """What a page is cited by; nothing of it ever changes."""

    number: str
    """``No. 8`` of an issue, ``winter-palace 21`` of a season: the game's folder and the report's number."""
    text: str
    """One line: who, what, where, when."""
    address: str
    """The page's whole address; empty where the zine has none."""

    @property
    def line(self) -> str:
        """The whole citation, its address included."""
        return f"{self.text} {self.address}".rstrip()


def cite_season(zine: Zine, season: SeasonView, address: str) -> Citation:
    """Return how a season's report is cited."""
    game = season.game
    title = add_colon(season.name, season.headline) if season.headline else season.name
    day = f", {_strip_weekday(season.closing.day)}" if season.closing is not None else ""
    return Citation(
        number=f"{game.slug} {season.number}",
        text=gettext(
            "{gm} (GM): {game}, report {number}, “{title}”. In: {zine}.",
            gm=game.gm,
            game=game.title,
            number=season.number,
            title=title,
            zine=f"{zine.name}{day}",
        ),
        address=address,
    )


def cite_issue(zine: Zine, issue: IssueView, address: str) -> Citation:
    """Return how an issue is cited."""
    head = issue.masthead
    editor = gettext("{name} (ed.): ", name=zine.editor) if zine.editor else ""
    return Citation(
        number=head.number,
        text=f"{editor}{zine.name}, {head.number}, “{issue.title}”. {head.date}.",
        address=address,
    )


def _strip_weekday(day: str) -> str:
    """Return ``1 December 2026`` of ``Tuesday 1 December 2026``."""
    return day.partition(" ")[2] if not day[:1].isdigit() else day
