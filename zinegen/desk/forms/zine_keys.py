"""The keys of `mkdocs.yml` that are the zine's, and those of `lists.toml`, as fields of forms."""

from __future__ import annotations

from dataclasses import replace

from zinegen.catalogues.catalogue import CODES
from zinegen.desk.forms.fields import Field, FieldKind, choose
from zinegen.languages.texts import N_
from zinegen.pages.results.settings import PARTS
from zinegen.pages.site.zine_settings import PAPERS

OWN = ("plugins", "zinegen")
"""Where the program's own keys lie in `mkdocs.yml`."""


def _yes_or_no(key: str, label: str, *, usual: str, meaning: str = "") -> Field:
    """Return the field of a key of the program's own that is true or false."""
    choices = (("true", N_("yes")), ("false", N_("no")))
    one = choose("", key, label, usual, *choices)
    return replace(one, path=(*OWN, key), meaning=meaning, bare=frozenset(("true", "false")))


SITE = (
    Field(path=("site_name",), label=N_("Name of the zine")),
    Field(
        path=("site_description",),
        label=N_("What it is, in a sentence"),
        meaning=N_("Search engines and feeds show it."),
    ),
    Field(
        path=("site_url",),
        label=N_("Address of the zine"),
        meaning=N_(
            "Where readers find it, such as https://zine.example/: feeds and mails need it."
        ),
    ),
    Field(path=("copyright",), label=N_("Line at the foot of every page")),
    Field(
        path=("repo_url",),
        label=N_("Address of the repository"),
        meaning=N_("With it pages have links for handing in orders; without it there are none."),
    ),
    Field(
        path=("edit_uri",),
        label=N_("Where files are edited there"),
        meaning=N_("edit/main/ on GitHub, -/edit/main/ on GitLab, _edit/main/ on Codeberg."),
    ),
)
"""What any site made by MkDocs has."""
ZINE = (
    Field(path=(*OWN, "motto"), label=N_("Motto"), meaning=N_("Below the name on each issue.")),
    Field(path=(*OWN, "editor"), label=N_("Editor")),
    Field(path=(*OWN, "price"), label=N_("Price"), meaning=N_("As each issue prints it.")),
    Field(
        path=(*OWN, "language"),
        label=N_("Language"),
        meaning=N_("Of pages, mails, feeds, documents and this desk."),
        kind=FieldKind.CHOICE,
        usual="en",
        choices=tuple((code, code) for code in CODES),
    ),
    _yes_or_no("sealed", N_("Orders of new games are sealed"), usual="false"),
    Field(
        path=(*OWN, "pdf"),
        label=N_("Every build makes PDF"),
        meaning=N_("On this paper; pages link it."),
        kind=FieldKind.CHOICE,
        choices=tuple((one, one) for one in PAPERS),
    ),
    _yes_or_no("epub", N_("Every build makes EPUB"), usual="false"),
    _yes_or_no(
        "engine",
        N_("Pages carry the adjudicator"),
        usual="true",
        meaning=N_("So that What if? and checks run in the reader's browser."),
    ),
    _yes_or_no(
        "check",
        N_("Readers can check games themselves"),
        usual="true",
        meaning=N_("The site then publishes the order files that counted."),
    ),
    Field(
        path=(*OWN, "results"),
        label=N_("Parts of the results that are printed"),
        meaning=N_("One a line: counts, scores, ratings, openings, balance, records. Empty: all."),
        kind=FieldKind.TEXTS,
        usual=", ".join(PARTS),
    ),
    Field(
        path=(*OWN, "unlisted"),
        label=N_("Players whom the results do not name"),
        meaning=N_("One a line; their games count all the same."),
        kind=FieldKind.TEXTS,
    ),
    Field(
        path=(*OWN, "origins"),
        label=N_("Other servers that pages may use"),
        meaning=N_("One a line, such as https://giscus.app. Empty: none."),
        kind=FieldKind.TEXTS,
    ),
    Field(
        path=(*OWN, "volumes"),
        label=N_("Cut into volumes"),
        meaning=N_("year, or a number of games such as 100. Empty: one site for all games."),
    ),
    Field(
        path=(*OWN, "began_at"),
        label=N_("Address at which the zine lay at first"),
        meaning=N_("So that feeds, calendars and mails keep their ids when it moves."),
    ),
    Field(path=(*OWN, "games"), label=N_("Folder of the games"), usual="games"),
    Field(
        path=(*OWN, "templates"),
        label=N_("Folder of templates of your own"),
        usual="templates/pages",
    ),
)
"""Below ``plugins: zinegen:``."""
_NOTE = Field(path=("note",), label=N_("Note"))
LISTS = {
    "waiting": (
        N_("Games that are to begin"),
        (
            Field(
                path=("variant",), label=N_("Rule set"), meaning=N_("By its id, such as standard.")
            ),
            Field(path=("title",), label=N_("Title"), meaning=N_("If it has one already.")),
            Field(path=("gm",), label=N_("Game master")),
            Field(path=("wanted",), label=N_("Players wanted"), kind=FieldKind.NUMBER, usual="7"),
            Field(path=("names",), label=N_("Who waits, one a line"), kind=FieldKind.TEXTS),
            _NOTE,
        ),
    ),
    "stand_by": (
        N_("Who takes over powers"),
        (
            Field(path=("name",), label=N_("Name")),
            Field(
                path=("variants",),
                label=N_("Rule sets, one a line"),
                meaning=N_("Empty: any."),
                kind=FieldKind.TEXTS,
            ),
            _NOTE,
        ),
    ),
    "subscriber": (
        N_("Subscribers"),
        (
            Field(path=("name",), label=N_("Name")),
            Field(path=("until",), label=N_("The last issue that is paid"), kind=FieldKind.NUMBER),
            Field(path=("share",), label=N_("What is in the till"), meaning=N_("As you write it.")),
        ),
    ),
}
"""The lists of `lists.toml`: the key, what it is called, and the fields of an entry."""
NUMBERS = (
    Field(path=("boardman",), label=N_("Boardman number"), meaning=N_("Such as 2026AB.")),
    Field(path=("miller",), label=N_("Miller number"), meaning=N_("Such as 2026Crb32.")),
)
"""What the hobby's custodians call a game, below ``[games.NAME]``."""
