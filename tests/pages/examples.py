"""Views made by hand: a zine of one game, with everything that a page may hold."""

import base64
from dataclasses import replace

from markupsafe import Markup

from tests.pages.results.outcomes import ended
from zinegen.drawing import style
from zinegen.drawing.style_sheet.dark import write_dark_sheet
from zinegen.pages import GameContents, Zine, power_views, render_press
from zinegen.pages.builders.centre_chart import STANDARD, centre_chart, make_slug
from zinegen.pages.builders.results.page import ResultsBuilder
from zinegen.pages.contents import (
    ArchiveView,
    Contents,
    Engagement,
    GameLine,
    GameView,
    IssueLine,
    IssueView,
    OptionView,
    PlayerView,
    Seat,
    Study,
    UnshownGame,
    VariantView,
)
from zinegen.pages.lists.views import (
    ListInWords,
    ListsView,
    PressAuthor,
    PressEntry,
    StandByView,
    SubscriberView,
    VacantSeats,
    WaitingListView,
)
from zinegen.pages.masthead import Masthead
from zinegen.pages.results.settings import PARTS
from zinegen.pages.study_views import (
    AtlasView,
    BorderRow,
    BordersView,
    CalendarView,
    ChangedPlace,
    ChoicesOfPower,
    ChoicesView,
    ContestedProvince,
    EventChoice,
    ProvinceRow,
    TruthView,
    WinterChange,
)
from zinegen.pages.views import (
    CentreRow,
    CentreTable,
    CentreView,
    CoastRow,
    DeadlineLine,
    DislodgedView,
    EventLine,
    GameHead,
    MapChanges,
    MapEvent,
    Moment,
    OrdersOfPower,
    OrderView,
    PageLink,
    PhaseView,
    Picture,
    PowerStanding,
    PressPictureView,
    PressView,
    RulingNote,
    SeasonLine,
    SeasonView,
    WaterwayRow,
)

EVIL = '<img src=x onerror="alert(1)"> & </title>'
ZINE = Zine(
    name="The Fault Line",
    url="https://zine.example/",
    motto="A journal of moving frontiers",
    editor="A. N. Editor",
    price="Price: one kind word",
)
NAMES = [
    "Ann Example",
    "Bob",
    "Cécile Dupont",
    "Karl Weiß",
    "Łukasz Żółć",
    "Jiří Dvořák",
    "Bartholomew Featherstonehaugh-Cholmondeley",
]
POWERS = power_views(
    list(STANDARD),
    {
        power: PageLink(text=name, to=f"players/{make_slug(name)}/index.md")
        for power, name in zip(STANDARD, NAMES, strict=True)
    },
)
CLOSED = Moment(
    iso="2026-12-01T22:00:00+00:00", utc="2026-12-01T22:00:00Z",
    text="Tue 1 Dec 2026, 22:00 GMT", day="Tue 1 Dec 2026",
)  # fmt: skip
DEADLINE = replace(CLOSED, iso="2026-12-15T22:00:00+00:00", text="Tue 15 Dec 2026, 22:00 GMT")


def svg(colour, words):
    """Return a little map of two provinces, with the style sheet for dark paper that all maps have."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="1644" height="1363" viewBox="0 0 1644 1363">'
        f"<title>{words}</title><style>{write_dark_sheet([('fill', style.PAPER)])}</style>"
        f'<rect width="1644" height="1363" fill="{style.PAPER}"/>'
        f'<path d="M250 150L1330 220L1390 970L360 840Z" fill="{colour}" stroke="#333"/></svg>'
    )


def picture(name, alt):
    """Return a picture whose file is in `FILES`."""
    frame = (86, 1177) if name in {"before", "after"} else None
    svg, png = f"maps/{name}.svg", f"maps/{name}.png"
    return Picture(svg=svg, png=png, alt=alt, width=1644, height=1363, frame=frame)


PRESS_PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAGElEQVR42mPcwoAfMDGMKhhVMKpghCoAAG4ZAPSlqIIwAAAA"
    "AElFTkSuQmCC"
)
"""A grey square of 32 pixels."""
FILES = {"games/winter/1901-1-spring/front.png": PRESS_PICTURE,
    "maps/before.svg": svg("#b7c9d9", "Before"), "maps/before.png": b"\x89PNG",
    "maps/after.svg": svg("#e8d5b7", "After"), "maps/after.png": b"\x89PNG",
    "maps/orders.svg": svg("#d5e8b7", "Orders"), "maps/orders.png": b"\x89PNG",
    "cards/s.png": b"\x89PNG",
    "games/winter/1901-1-spring/result.json": "{}",
}  # fmt: skip


def order(text, word="succeeds", sentence="", **more):
    """Return an order's view."""
    anchor = text.lower().replace(" ", "-")
    return OrderView(text=text, word=word, sentence=sentence, anchor=anchor, **more)


ORDERS = {
    "Austria": (order("A Bud – Ser"), order("A Vie – Gal", "fails", "bounced with Russia's A War"),
                order("F Tri – Alb")),
    "England": (order("F Lon – ENG", "fails", "bounced with France's F Bre"),
                order("F Edi – NTH"), order("A Lvp – Yor")),
    "France": (order("A Par – Bur"), order("A Mar S A Par – Bur", sentence="helped"),
               order("F Bre – ENG", "fails", "bounced with England's F Lon")),
    "Germany": (order("A Mun – Bur", "fails", "A Par moved there with more support, 2 to 1"),
                order("F Kie – Den"), order("A Ber – Swi", "void", "mountains are impassable")),
    "Italy": (order("A Ven H", sentence="was not ordered", is_ordered=False),),
    "Russia": (order("A War – Gal", "fails", "bounced with Austria's A Vie"),
               order("A Mos – Ukr"), order("F Sev – BLA"),
               order("F StP/sc ???", "void", "could not be read", as_written=EVIL)),
    "Turkey": (order("A Con – Bul"), order("A Smy – Con"), order("F Ank – BLA", "fails",
                                                               "bounced with Russia's F Sev")),
}  # fmt: skip
PHASE = PhaseView(
    key="S1901M", title="Moves",
    orders=tuple(OrdersOfPower(power=POWERS[who], orders=what) for who, what in ORDERS.items()),
    silent=(POWERS["Italy"],), picture=picture("orders", "Arrows from Paris to Burgundy"),
)  # fmt: skip
HEAD = GameHead(
    title="Winter", slug="winter", uri="games/winter/index.md",
    variant=PageLink(text="Standard", to="rules/standard.md"), gm="Ann Example", status="open",
    status_text="Seven players are waiting for autumn 1901.", deadline=DEADLINE,
)  # fmt: skip


def centre(name, **more):
    """Return a centre's view."""
    return CentreView(abbreviation=name[:3], name=name, **more)


CENTRES = CentreTable(
    caption="Supply centres after autumn 1901",
    rows=tuple(
        CentreRow(power=power, now=4, before=3, adjustment="builds 1",
                  centres=(centre("Budapest"), centre("Trieste"), centre("Serbia", new=True)),
                  losses=(centre("Venice"),) if power.name == "Italy" else ())
        for power in POWERS.values()
    ),
    neutral=(centre("Portugal"), centre("Spain")), to_win=18,
)  # fmt: skip
PRESS = tuple(
    PressView(
        sender=sender,
        dateline=dateline,
        html=render_press(text),
        pictures=(
            PressPictureView(
                uri="games/winter/1901-1-spring/front.png",
                file="press-winter-1901-1-spring-front.png",
                alt="A <b>map</b>",
                caption="Drawn & sent",
                width=32,
                height=32,
            ),
        ),
    )
    for sender, dateline, text in [
        ("France", "Paris to Berlin", "We regret that the omnibus to *Burgundy* was full."),
        (
            "Germany",
            "Berlin",
            "> the omnibus\n\nWe shall **walk**, then.\n\n* with boots\n* with A Mun",
        ),
        ("Turkey", EVIL, EVIL + "\n\n[click](javascript:alert(1)) `<script>`"),
        ("GM", "", "[Rules](https://example.org/) are rules. " * 6),
    ]
)
CHANGES = MapChanges(
    picture=picture("after", "1: Serbia touches the Aegean."),
    captions=((1, "Bulgaria and Greece part, Serbia and Aegean Sea touch (Austria)."),),
    motion=picture("orders", "The borders on their way."),
    events=(
        MapEvent(
            title="Bul & Gre separate, Ser & AEG connect", word="succeeds",
            lines=(EventLine(power=POWERS["Austria"], order=order("Bul & Gre separate")),
                   EventLine(power=POWERS["Italy"], order=order("isthmus: none", "void", "void: none"))),
            sentences=("Austria alone ordered it: strength 1.", "Bulgaria and Greece part."),
            numbers=(1,), before=picture("before", "Bulgaria touches Greece"),
            after=picture("after", "Serbia touches the Aegean"),
        ),
        MapEvent(title="Bul & AEG separate", word="fails", sentences=("It fails: " + EVIL,),
                 lines=(EventLine(power=POWERS["Turkey"],
                                  order=order("Bul & AEG separate", "fails", as_written=EVIL)),)),
        MapEvent(title="What followed by the rules", word="succeeds", lines=(), sentences=("A strait.",)),
    ),
    units=("Turkey's F Con is trapped: Constantinople has no coast left.",),
    contacts=("Aegean Sea and Serbia touch now.",),
)  # fmt: skip
SPRING = SeasonView(
    game=HEAD, uri="games/winter/1901-1-spring.md", anchor="1901-1-spring", name="Spring 1901",
    number=1, headline="Bounces at Burgundy", lead="France takes Burgundy; three standoffs.",
    closing=CLOSED, source="games/winter/seasons/1901-1-spring/season.toml",
    before=picture("before", "France in Paris and Marseilles, Germany in Munich"),
    after=picture("after", "France in Burgundy, Germany still in Munich"),
    phases=(PHASE, PhaseView(key="S1901R", title="Retreats", orders=())),
    dislodgements=(DislodgedView(power=POWERS["Germany"], unit="A Bur", outcome="It went to Ruh.",
                             situation="dislodged by A Par; could go to Bel or Ruh."),),
    changes=CHANGES, voyages=("England's A Yor goes aboard F NTH.",),
    coasts=(CoastRow(province="Serbia", before=(), coasts=("AEG",), fleet=""),),
    waterways=(WaterwayRow(what="strait", where="Denmark and Sweden", ends="Skagerrak and Baltic Sea",
                           news="is new"),),
    centres=CENTRES,
    standings=tuple(PowerStanding(power=power, units="A Bur, A Mar, F ENG", count=3)
                    for power in POWERS.values()),
    press=PRESS, notes=Markup("<p>Good luck to all.</p>"),
    rulings=(RulingNote(on="2026-12-01", day="1 December 2026", about="Italy",
                        decision="F Nap - Ionain is read as F Nap – ION.",
                        reason="A slip of the pen."),),
    next_orders="Moves for autumn 1901, and retreats if any.",
    downloads=(PageLink(text="result.json", to="games/winter/1901-1-spring/result.json"),),
    checksums=(("engine", "1.2.0"), ("inputs", "3f" * 32)),
)  # fmt: skip
AUTUMN = replace(
    SPRING, uri="games/winter/1901-2-autumn.md", anchor="1901-2-autumn", name="Autumn 1901",
    number=2, headline=EVIL, previous=PageLink(text="Spring 1901", to=SPRING.uri), press=PRESS * 10,
    changes=None, coasts=(), waterways=(), banner="Preview: this season is still open.", phases=(PHASE,),
)  # fmt: skip
SPRING = replace(SPRING, following=PageLink(text="Autumn 1901", to=AUTUMN.uri))
LINES = tuple(
    SeasonLine(name=one.name, uri=one.uri, headline=one.headline, year=1901, picture=one.after)
    for one in (SPRING, AUTUMN)
)
LINE = GameLine(head=HEAD, last=LINES[-1])
CHART = centre_chart(
    [str(year) for year in range(1900, 1911)],
    [
        (POWERS["Austria"], (3, 5, 6, 5, 4, 2, 1, 0, 0, 0, 0)),
        (POWERS["England"], (3, 4, 5, 5, 6, 6, 5, 5, 4, 3, 2)),
        (POWERS["France"], (3, 5, 5, 6, 7, 7, 8, 8, 8, 7, 6)),
        (POWERS["Germany"], (3, 5, 5, 5, 4, 4, 4, 3, 2, 1, 0)),
        (POWERS["Italy"], (3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 6)),
        (POWERS["Russia"], (4, 6, 5, 5, 3, 3, 2, 1, 1, 1, 1)),
        (POWERS["Turkey"], (3, 4, 4, 4, 5, 7, 9, 11, 13, 16, 19)),
    ],
    to_win=[18] * 11,
    name="Supply centres of each power, year by year",
)
GAME = GameView(
    head=HEAD, now=AUTUMN.after,
    seats=tuple(Seat(power=power, centres=4, units=3, status="", orders="not yet", hand_in="https://example.org/edit",
                     predecessors=(PageLink(text="Dora", to=""),) if power.name == "France" else ())
                for power in POWERS.values()),
    more=(PageLink(text="Borders and their ends", to="games/winter/borders.md"),
          PageLink(text="Your options next season", to="games/winter/options.md")),
    statements=PRESS[:2],
    feeds=(PageLink(text="Atom", to="games/winter/feed.xml"),),
    chart=CHART, years=((1901, LINES),), options=(("victory", "18"),),
    order_file='game = "winter"\nseason = "1901-2-autumn"\npower = "france"\norders = """\nA Bur\n"""\n',
)  # fmt: skip
CHOICES = ChoicesView(
    when="after Autumn 1901",
    powers=tuple(
        ChoicesOfPower(power=power, choices=(EventChoice(line="Bul & Gre separate, Ser & AEG connect",
                                                    effects=("Serbia and Aegean Sea touch now.",)),))
        for power in POWERS.values()
    ),
)  # fmt: skip
BORDERS = BordersView(
    when="after Autumn 1901", has_lines=True,
    borders=(BorderRow(between="Aegean Sea and Bulgaria", ends="Constantinople and Greece", runs="coast",
                       line="AEG & Bul separate, Gre & Con connect"),
             BorderRow(between="Portugal and Spain", ends="", runs="land")),
    links=(("Portugal and Brest across Mid-Atlantic Ocean", "Por & Bre connect"),),
    provinces=(ProvinceRow(name="Serbia", abbreviation="Ser", ground="land", coasts=(),
                           around="Tri, Bud, Rum, Bul, Gre, Alb"),),
    waterways=(WaterwayRow(what="canal", where="Kiel", ends="Baltic Sea and Heligoland Bight"),),
)  # fmt: skip
CALENDAR = CalendarView(
    title="Flood calendar",
    turns=(WinterChange(name="Winter 1901", anchor="w1901", effects=("The sea takes London.",), is_past=True),
           WinterChange(name="Winter 1902", anchor="w1902", effects=("The sea takes Picardy.",),
                warnings=("France's A Pic stands there now.",), picture=picture("after", "Without Picardy"))),
)  # fmt: skip
TRUTH = TruthView(picture=picture("after", "Every centre"), centres=CENTRES, chart=CHART,
                  ranges=("Bohemia and Tyrolia (double)",))  # fmt: skip
ATLAS = AtlasView(
    start=SPRING.before, seasons=LINES,
    moments=(("At the start", SPRING.before), (SPRING.name, SPRING.after), (AUTUMN.name, AUTUMN.after)),
    replay="", changes=picture("after", "Where the map has changed"),
    borders=(ChangedPlace(name=f"Burgundy and {EVIL}",
                          seasons=(PageLink(text=SPRING.name, to=SPRING.uri),)),),
    grounds=(ChangedPlace(name="Munich", seasons=(PageLink(text=SPRING.name, to=SPRING.uri),)),),
    provinces=(ContestedProvince(name="Burgundy", key="Bur", anchor="province-bur-burgundy",
                                 seasons=(PageLink(text=SPRING.name, to=SPRING.uri),)),),
)  # fmt: skip
STUDIES = (
    Study(uri="games/winter/truth.md", title="What was secret", template="truth.html", view=TRUTH),
    Study(uri="games/winter/calendar.md", title="Flood calendar", template="calendar.html",
          view=CALENDAR),
    Study(uri="games/winter/options.md", title="Your options next season", template="options.html",
          view=CHOICES),
    Study(uri="games/winter/atlas.md", title="Atlas", template="atlas.html", view=ATLAS),
    Study(uri="games/winter/borders.md", title="Borders and their ends", template="borders.html",
          view=BORDERS),
)  # fmt: skip
BOOK = GameContents(
    studies=STUDIES,
    view=GAME, line=LINE, seasons=(SPRING, AUTUMN), files=FILES, source="games/winter/game.toml",
    cards={SPRING.uri: "cards/s.png", AUTUMN.uri: "cards/s.png"},
)  # fmt: skip
MASTHEAD = Masthead(
    title=ZINE.name, motto=ZINE.motto, editor=ZINE.editor, price=ZINE.price, number="No. 7",
    date="December 2026", date_iso="2026-12-02", deadline=DEADLINE, deadline_of="Winter, autumn 1901",
)  # fmt: skip
_ANN = PageLink(text="Ann <b>Bold</b>", to="")
LISTS = ListsView(
    vacant=(VacantSeats(game=PageLink(text="Winter", to=HEAD.uri), powers=tuple(POWERS.values())[:2],
                        gm="Ann", contact=PageLink(text="Our chat", to="https://example.org/chat")),),
    waiting=(WaitingListView(title="Shift & <i>Drift</i>", gm="Bob", names=(_ANN,), missing=6,
                             variant=PageLink(text="Standard", to="rules/standard.md"),
                             note="<script>alert(1)</script>"),),
    stand_bys=(StandByView(name=_ANN, variants=(), note="& so on"),),
    subscribers=(SubscriberView(name=_ANN, until="No. 9", share="<img src=x onerror=alert(1)>"),),
    in_words=(ListInWords(title="Stand-bys", lines=("Ann <b>Bold</b>",)),),
)  # fmt: skip
ISSUE = IssueView(
    lists=LISTS,
    masthead=MASTHEAD, title="Bounces at Burgundy", uri="issues/7.md",
    editorial=Markup("<!-- zinegen: prose -->"), seasons=(SPRING,),
    deadlines=(DeadlineLine(game=PageLink(text="Winter", to=HEAD.uri), season="Autumn 1901",
                            moment=DEADLINE),),
    openings=(PageLink(text="Tectonic Shift (Seismic)", to="rules/standard.md"),),
)  # fmt: skip
PLAYERS = tuple(
    PlayerView(
        name=power.player.text, slug=make_slug(power.player.text),
        games=(Engagement(game=PageLink(text="Winter", to=HEAD.uri), variant="Standard", power=power,
                          result="4 centres"),),
        press=((PageLink(text="Winter, Spring 1901", to=SPRING.uri), 2),),
        results="1 seat: 1 in play.",
    )
    for power in POWERS.values()
)  # fmt: skip
VARIANT = VariantView(
    id="standard", title="Standard", author="Allan B. Calhamer", summary="The game itself.",
    options=(OptionView(name="base", values="1971, modern", default="modern", meaning="Which book."),),
    forms=(("A Mun - Bur", "The army in Munich moves to Burgundy."),),
    calendar=CALENDAR.turns,
    start=picture("before", "The start"), games=(LINE,),
)  # fmt: skip
ISSUE_LINE = IssueLine(
    number="No. 7", title=ISSUE.title, uri=ISSUE.uri, date="December 2026", date_iso="2026-12-02",
    year=2026, seasons=(("Winter", "Spring 1901"), ("Winter", "Autumn 1901")),
)  # fmt: skip
RESULTS = ResultsBuilder(
    games=tuple(
        ended(
            "winter",
            dict.fromkeys(POWERS, 5),
            winners=sharers,
            players={power: view.player.text for power, view in POWERS.items()},
        )
        for sharers in (tuple(POWERS)[:1], tuple(POWERS)[:3])
    ),
    people={
        one.name: PageLink(text=one.name, to=f"players/{one.slug}/index.md") for one in PLAYERS
    },
    seasons={},
    parts=PARTS,
).build()
"""What came of two games."""

PRESS = (
    PressAuthor(
        author=PageLink(text="Ann & <b>Bob</b>", to=""),
        items=(
            PressEntry(
                dateline="<i>Paris</i>",
                sender="France",
                season=PageLink(text="Winter, Spring 1901", to=f"{SPRING.uri}#press-1"),
            ),
        ),
    ),
)
CONTENTS = Contents(
    zine=ZINE, games=(BOOK,), issues=(ISSUE,), editorials={ISSUE.uri: "site_src/issues/7.md"},
    broken=(UnshownGame(slug="broken", title="Broken & <b>", uri="games/broken/index.md",
                       source="games/broken/game.toml",
                       message="games/broken/game.toml:3: <script>alert(1)</script>"),),
    archive=ArchiveView(years=((2026, (ISSUE_LINE,)),), finished_games=(LINE,),
                        counts=(("issues", 1), ("games", 1), ("seasons", 2))),
    players=PLAYERS, variants=(VARIANT,), results=RESULTS, lists=LISTS, press=PRESS,
)  # fmt: skip
