"""The page of results: what came of all games of the zine, part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from zinegen.board.board import Power
from zinegen.languages.names import name_power
from zinegen.languages.texts import N_, add_colon, gettext, ngettext, pgettext
from zinegen.pages.builders.centre_chart import power_views
from zinegen.pages.builders.results.best import best_section
from zinegen.pages.builders.results.counted import (
    count_deadlines,
    count_games,
    count_seats,
    write_number,
)
from zinegen.pages.builders.results.interval_chart import IntervalRow, interval_chart
from zinegen.pages.builders.results.scores import score_section
from zinegen.pages.results.balance import Balance, find_balance
from zinegen.pages.results.openings import list_openings
from zinegen.pages.results.outcomes import GameOutcome
from zinegen.pages.results.ratings import Rating, rate_players
from zinegen.pages.results.settings import ResultPart
from zinegen.pages.results.tallies import Grouping, TallyRow, count_results
from zinegen.pages.results.views import (
    Cell,
    Column,
    Exhibit,
    Note,
    ResultSection,
    ResultsView,
    ResultTable,
)
from zinegen.pages.views import PageLink, PowerView

NONE_ENDED = N_("No game has ended yet. As soon as one has, its result stands here.")
DRAWN = 20
"""So many players at most are drawn; the table names them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsBuilder:
    """Builds the page of results."""

    games: Sequence[GameOutcome]
    """Those that have been shown to everybody, with nobody in them who is to be left out."""
    people: Mapping[str, PageLink]
    """Every player's page, by name."""
    seasons: Mapping[tuple[str, str], PageLink]
    """The report of each season, by the folders of game and season."""
    parts: Sequence[ResultPart]

    def build(self) -> ResultsView | None:
        """Return the page; None where none of its parts is wanted, or there is no game."""
        if not self.parts or not self.games:
            return None
        makers: Mapping[ResultPart, Callable[[], ResultSection]] = {
            ResultPart.COUNTS: self._count,
            ResultPart.SCORES: lambda: score_section(self.games, self.call, self.powers),
            ResultPart.RATINGS: self._rate,
            ResultPart.OPENINGS: self._list_openings,
            ResultPart.BALANCE: self._weigh,
            ResultPart.RECORDS: lambda: best_section(
                self.games, self.call, self.powers, self.seasons
            ),
        }
        over = sum(one.is_over for one in self.games)
        started = sum(one.seasons > 0 for one in self.games)
        return ResultsView(
            summary=gettext(
                "{count}, {started} of them begun and {over} ended.",
                count=count_games(len(self.games)),
                started=started,
                over=over,
            ),
            sections=tuple(makers[part]() for part in self.parts),
        )

    @property
    def powers(self) -> Mapping[Power, PowerView]:
        """How the powers of all games are shown."""
        return power_views(sorted({one.power for game in self.games for one in game.powers}), {})

    def rank(self, player: str) -> int:
        """Return a player's place in the list of all, in which accents do not count."""
        return list(self.people).index(player) if player in self.people else len(self.people)

    def call(self, player: str) -> Cell:
        """Return the cell of a player."""
        page = self.people.get(player)
        return Cell(text=player or "–", to=page.to if page is not None else "")

    # ------------------------------------------------------------------------------- counts

    def _count(self) -> ResultSection:
        powers = self.powers
        players = sorted(
            count_results(self.games, Grouping.PLAYER),
            key=lambda one: (-one.tally.won, -one.tally.shared, -one.games, self.rank(one.name)),
        )
        by_power = count_results(self.games, Grouping.POWER)
        by_variant = count_results(self.games, Grouping.VARIANT)
        whole = count_results(self.games, Grouping.ZINE)
        variants = {one.variant_title: f"rules/{one.variant}.md" for one in self.games}
        over = any(one.is_over for one in self.games)

        def call_power(name: str) -> Cell:
            return Cell(text=name_power(Power(name)), power=powers[Power(name)])

        tables = (
            (gettext("By player"), _tally_table(Grouping.PLAYER, players, self.call)),
            (
                gettext("By power"),
                _tally_table(Grouping.POWER, by_power, call_power),
            ),
            (
                gettext("By rule set"),
                replace(
                    _tally_table(
                        Grouping.VARIANT,
                        by_variant,
                        lambda name: Cell(text=name, to=variants[name]),
                    ),
                    total=_tally_cells(whole[0], Cell(text=gettext("All games"))) if whole else (),
                ),
            ),
        )
        return ResultSection(
            anchor="counts",
            title=gettext("Games and results"),
            lead="" if over else gettext(NONE_ENDED),
            exhibits=tuple(
                Exhibit(title=title, table=table) for title, table in tables if table.rows
            ),
            notes=_translate(TALLY_NOTES),
        )

    # ------------------------------------------------------------------------------ ratings

    def _rate(self) -> ResultSection:
        ratings = rate_players(self.games)
        columns = (
            gettext("Player"),
            gettext("Games"),
            gettext("Skill"),
            gettext("From"),
            gettext("To"),
            gettext("Ghost-like"),
        )
        table = ResultTable(
            caption=gettext("Ratings after the games that have ended"),
            columns=tuple(
                Column(title=title, is_number=place > 0) for place, title in enumerate(columns)
            ),
            rows=tuple(self._rating_cells(one) for one in ratings),
        )
        exhibits = (Exhibit(table=table, drawing=_draw_ratings(ratings)),) if ratings else ()
        return ResultSection(
            anchor="ratings",
            title=gettext("Ratings"),
            lead="" if ratings else gettext(NONE_ENDED),
            exhibits=exhibits,
            notes=_translate(RATING_NOTES) if ratings else (),
        )

    def _rating_cells(self, one: Rating) -> tuple[Cell, ...]:
        numbers = (one.skill, one.low, one.high, one.ghost)
        return (
            self.call(one.player),
            _number(one.games),
            *(Cell(text=write_number(number, 1), sort=f"{number:.4f}") for number in numbers),
        )

    # ----------------------------------------------------------------------------- openings

    def _list_openings(self) -> ResultSection:
        powers, found = self.powers, list_openings(self.games)
        rows = tuple(
            (
                Cell(text=name_power(one.power), power=powers[one.power]),
                Cell(text=one.name or gettext("(without a name)"), sort=one.name or "~"),
                Cell(text=", ".join(order.replace(" ", "\u00a0") for order in one.orders)),
                _number(one.games),
                Cell(
                    text=gettext("{some} of {all}", some=one.in_result, all=one.ended)
                    if one.ended
                    else "–",
                    sort=f"{one.in_result / one.ended:.4f}" if one.ended else "-1",
                ),
            )
            for one in found
        )
        table = ResultTable(
            caption=gettext("Openings of 1901"),
            columns=(
                Column(title=gettext("Power")),
                Column(title=gettext("Opening")),
                Column(title=gettext("Orders")),
                Column(title=gettext("Games"), is_number=True),
                Column(title=gettext("Won or shared"), is_number=True),
            ),
            rows=rows,
        )
        return ResultSection(
            anchor="openings",
            title=pgettext("first moves", "Openings"),
            lead="" if rows else gettext("No game has begun in spring 1901 yet."),
            exhibits=(Exhibit(table=table),) if rows else (),
            notes=_translate(OPENING_NOTES) if rows else (),
        )

    # ------------------------------------------------------------------------------ balance

    def _weigh(self) -> ResultSection:
        powers, found = self.powers, find_balance(self.games)
        return ResultSection(
            anchor="balance",
            title=gettext("Balance of the powers"),
            lead=_say_how_much(found),
            exhibits=tuple(
                Exhibit(
                    title=one.variant_title,
                    table=_balance_table(one, powers),
                    drawing=_draw_balance(one, powers),
                    is_folded=one.games < LEAST_GAMES,
                )
                for one in found
            ),
            notes=_translate(BALANCE_NOTES) if found else (),
        )


LEAST_GAMES = 5
"""Of a rule set with fewer games than these its balance is opened by a touch: it says little."""

HEADS: Mapping[Grouping, tuple[str, str]] = {
    Grouping.PLAYER: (N_("Player"), N_("Results by player")),
    Grouping.POWER: (N_("Power"), N_("Results by power")),
    Grouping.VARIANT: (N_("Rule set"), N_("Results by rule set")),
}
"""The head of the first column of a table of counts, and the table's caption."""
TALLY_NOTES = (
    Note(
        about=N_("Given up and taken over"),
        text=N_(
            "A power that changed hands counts for everybody who held it; its result belongs to who"
            " held it last."
        ),
    ),
    Note(
        about=N_("Missed"),
        text=N_("Deadlines for which orders were owed, and none came or counted."),
    ),
    Note(about=N_("Centres"), text=N_("Owned at the end of a game, on average.")),
)
RATING_NOTES = (
    Note(
        about=N_("Skill"),
        text=N_(
            "by openskill, in the model of Bradley and Terry with every two players compared: those who won"
            " or share the draw tie for the first place, all others for the second. Everybody begins at 25.0."
            " The true skill lies between From and To in 19 cases of 20; the list is sorted by From, so that"
            " one lucky game makes nobody first."
        ),
    ),
    Note(
        about=N_("Ghost-like"),
        text=N_(
            "a sum like the Ghost-Rating of webDiplomacy: everybody begins at 100; each game puts a part"
            " (1/17.5) of all its players’ ratings at stake, of which each is expected to take what the own"
            " rating is of their sum, and takes what draw-size scoring gives. All games weigh alike."
        ),
    ),
    Note(
        about=N_("Who is rated"),
        text=N_(
            "A power that changed hands is rated for who brought it through if it won or shares the draw,"
            " and else for who began with it: nobody leaves a loss to a stand-in."
        ),
    ),
)
OPENING_NOTES = (
    Note(
        about=N_("Names"),
        text=N_(
            "Most are Richard Sharp’s (The Game of Diplomacy, 1978); others stand in the Library of"
            " Diplomacy Openings. They tell what was ordered, not what came of it."
        ),
    ),
)
BALANCE_NOTES = (
    Note(
        about=N_("How to read it"),
        text=N_(
            "The mark is how often a power won or shared the draw, the bar the interval in which its true"
            " chance lies 95 times in 100 (Wilson, 1927); the dotted line is the average of all powers. As"
            " long as the bars reach over the line, nothing is proved; of a handful of games nothing is"
            " anyhow."
        ),
    ),
)


def _translate(notes: Iterable[Note]) -> tuple[Note, ...]:
    return tuple(Note(about=gettext(one.about), text=gettext(one.text)) for one in notes)


def _number(number: int) -> Cell:
    """Return a number; a dash for none, so that the eye finds those that tell something."""
    return Cell(text=str(number) if number else "–", sort=str(number))


def _tally_table(
    first: Grouping, rows: Iterable[TallyRow], call: Callable[[str], Cell]
) -> ResultTable:
    titles = (
        gettext("Games"),
        gettext("In play"),
        gettext("Won"),
        gettext("Shared"),
        gettext("Survived"),
        gettext("Eliminated"),
        gettext("Given up") if first is Grouping.PLAYER else "",
        gettext("Taken over"),
        gettext("Missed"),
        gettext("Centres"),
    )
    head, caption = HEADS[first]
    return ResultTable(
        caption=gettext(caption),
        columns=(
            Column(title=gettext(head)),
            *(Column(title=title, is_number=True) for title in titles if title),
        ),
        rows=tuple(
            _tally_cells(row, call(row.name), given_up=first is Grouping.PLAYER) for row in rows
        ),
    )


def _tally_cells(row: TallyRow, name: Cell, *, given_up: bool = False) -> tuple[Cell, ...]:
    tally = row.tally
    average = tally.centres / tally.counted if tally.counted else None
    counts = (tally.won, tally.shared, tally.survived, tally.eliminated)
    return (
        name,
        _number(row.games),
        _number(row.games - row.ended),
        *(_number(one) for one in counts),
        *((_number(tally.handed_over),) if given_up else ()),
        _number(tally.stood_in),
        _number(tally.missed),
        Cell(
            text=write_number(average, 1) if average is not None else "–",
            sort=f"{average:.4f}" if average is not None else "-1",
        ),
    )


def _draw_ratings(ratings: Sequence[Rating]) -> Markup:
    rows = [
        IntervalRow(name=one.player, value=one.skill, low=one.low, high=one.high)
        for one in ratings[:DRAWN]
    ]
    first = min(0, int(min(one.low for one in rows) // 10) * 10)
    last = max(50, -int(-max(one.high for one in rows) // 10) * 10)
    return interval_chart(
        rows,
        ticks=range(first, last + 1, 10),
        say=lambda value: write_number(value, 0),
        name=gettext("Skill, and how sure it is"),
        average=25,
    )


def _balance_table(found: Balance, powers: Mapping[Power, PowerView]) -> ResultTable:
    titles = (
        gettext("Games"),
        gettext("Won"),
        gettext("Shared"),
        gettext("Eliminated"),
        gettext("Won or shared"),
        gettext("From"),
        gettext("To"),
    )
    return ResultTable(
        caption=ngettext(
            "{variant}: {number} game ended",
            "{variant}: {number} games ended",
            found.games,
            variant=found.variant_title,
        ),
        columns=(
            Column(title=gettext("Power")),
            *(Column(title=title, is_number=True) for title in titles),
        ),
        rows=tuple(
            (
                Cell(text=name_power(one.power), power=powers[one.power]),
                *(_number(count) for count in (one.games, one.won, one.shared, one.eliminated)),
                *(
                    Cell(text=_percent(share), sort=f"{share:.4f}")
                    for share in (one.success.share, one.success.low, one.success.high)
                ),
            )
            for one in found.powers
        ),
    )


def _say_how_much(found: Sequence[Balance]) -> str:
    if not found:
        return gettext(NONE_ENDED)
    if all(one.games < LEAST_GAMES for one in found):
        return gettext("Of no rule set have enough games ended to prove anything. What there is:")
    return ""


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _draw_balance(found: Balance, powers: Mapping[Power, PowerView]) -> Markup:
    rows = [
        IntervalRow(
            name=name_power(one.power),
            value=one.success.share,
            low=one.success.low,
            high=one.success.high,
            power=powers[one.power],
        )
        for one in found.powers
    ]
    return interval_chart(
        rows,
        ticks=(0, 0.25, 0.5, 0.75, 1),
        say=_percent,
        name=gettext(
            "{variant}: how often each power won or shared the draw", variant=found.variant_title
        ),
        average=sum(one.value for one in rows) / len(rows),
    )


def tell_results(games: Iterable[GameOutcome], parts: Iterable[ResultPart]) -> Mapping[str, str]:
    """Return what came of each player's games, in a sentence; of nobody where counts are not wanted."""
    if ResultPart.COUNTS not in parts:
        return {}
    return {row.name: _tell(row) for row in count_results(games, Grouping.PLAYER)}


def _tell(row: TallyRow) -> str:
    tally = row.tally
    counts = (
        (tally.playing, gettext("in play")),
        (tally.won, gettext("won")),
        (tally.shared, gettext("shared")),
        (tally.survived, gettext("survived")),
        (tally.eliminated, gettext("lost by elimination")),
        (tally.handed_over, gettext("given up")),
    )
    told = ", ".join(f"{number} {word}" for number, word in counts if number)
    missed = (
        gettext("; {count} missed", count=count_deadlines(tally.missed)) if tally.missed else ""
    )
    return f"{add_colon(count_seats(tally.seats), told)}{missed}."
