"""What is told of events: who wanted them, how strongly, what came of them and why."""

from dataclasses import replace

import pytest

from tests.pages.zines import played
from tests.rule_sets import rule_set
from zinegen.archive import NewGame, new_game
from zinegen.board import Power
from zinegen.game import Word
from zinegen.pages import MapQueue, power_views, tell_season
from zinegen.pages.builders.map_events import list_event_kinds, map_changes
from zinegen.pages.words.map_differences import coast_rows, waterway_rows

SEVEN = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
POWERS = power_views([Power(name) for name in SEVEN], {})


@pytest.fixture
def maps():
    """A maps in which pictures are asked for and none is drawn."""
    return MapQueue(folder="maps/", title="Quake")


@pytest.fixture
def quake(tmp_path, maps):
    """Return a function that plays a season of events and tells it."""

    def told(events, variant="seismic-acerunner", **more):
        new_game(tmp_path / "games", "quake", rule_set(variant).id, NewGame())
        record = played(tmp_path, "quake", events=events, **more)
        return record, map_changes(record, POWERS, maps, rule_set(variant).event_words)

    (tmp_path / "games").mkdir()
    return told


def event(changes, title):
    """Return the event with a title."""
    return next(one for one in changes.events if one.title == title)


def test_those_who_order_the_same_are_one_event_with_their_number_as_strength(quake):
    """In whatever words; each line is printed as its power's."""
    record, changes = quake(
        {
            "austria": "ADR & ION separate, Apu & Alb connect\nisthmus Apu/Alb: strait",
            "italy": "Apu/Alb connect, ADR/ION separate\nisthmus: none",
        }
    )
    found = event(changes, "ADR & ION separate, Apu & Alb connect")
    assert found.word is Word.SUCCEEDS
    assert found.sentences[0] == "Austria and Italy ordered it: strength 2."
    assert found.sentences[1] == "Ionian Sea and Adriatic Sea part, Apulia and Albania touch."
    lines = [(line.power.name, line.order.text, line.order.sentence) for line in found.lines]
    assert lines == [
        ("Austria", "ADR & ION separate, Apu & Alb connect", ""),
        ("Italy", "ADR & ION separate, Apu & Alb connect", ""),
        (
            "Austria",
            "isthmus Apu/Alb: strait",
            "the vote was tied with Italy's isthmus: none, so nobody's choice counts",
        ),
        (
            "Italy",
            "isthmus: none",
            "the vote was tied with Austria's isthmus Apu/Alb: strait, so nobody's choice counts",
        ),
    ]
    assert changes.captions[0] == (
        1,
        "Ionian Sea and Adriatic Sea part, Apulia and Albania touch (Austria and Italy).",
    )
    assert found.numbers[0] == 1
    assert found.before is not None
    assert tell_season(record).startswith(
        "The ground moves: Albania and Apulia touch, no longer the Adriatic Sea and the Ionian Sea (Austria"
        " and Italy)."
    )


def test_equal_events_that_meet_fail_both_and_the_reader_learns_where(quake):
    """Whom to blame, and the junction at which the borders end."""
    record, changes = quake(
        {
            "austria": "Bul & Gre separate; Ser & Aeg connect",
            "turkey": "Bul & Aeg separate; Gre & Con connect",
        }
    )
    found = event(changes, "Bul & Gre separate, Ser & AEG connect")
    assert found.word is Word.FAILS
    rival = "Turkey's Bul & AEG separate, Gre & Con connect"
    assert found.sentences[1:] == (
        f"It fails: an event of equal strength pulls at the same place: {rival}.",
        "Both borders end where Aegean Sea, Bulgaria and Greece meet.",
    )
    assert changes.picture is None
    assert changes.motion is None
    assert changes.contacts == ()
    first, second = (
        "Bul & Gre separate, Ser & AEG connect",
        "Bul & AEG separate, Gre & Con connect",
    )
    assert f"Austria's “{first}” and Turkey's “{second}” stop each other." in tell_season(record)


def test_a_stronger_event_names_those_it_beat(quake):
    """And they name it."""
    _, changes = quake(
        {
            "austria": "Bul & Gre separate; Ser & Aeg connect",
            "italy": "Bul & Gre separate; Ser & Aeg connect",
            "turkey": "Bul & Aeg separate; Gre & Con connect",
        }
    )
    won = event(changes, "Bul & Gre separate, Ser & AEG connect")
    assert "It was stronger than Bul & AEG separate, Gre & Con connect of Turkey." in won.sentences
    lost = event(changes, "Bul & AEG separate, Gre & Con connect")
    assert lost.sentences[1].startswith("It fails: a stronger event pulls at the same place:")


def test_a_void_order_stands_alone_with_its_reason(quake):
    """Even if two powers make the same mistake."""
    _, changes = quake({"austria": "Lon & Mos separate", "italy": "Lon & Mos separate"})
    assert [one.title for one in changes.events] == ["Lon & Mos separate"] * 2
    for one in changes.events:
        assert one.word is Word.VOID
        assert one.sentences == ()
        (line,) = one.lines
        assert line.order.sentence == "void: London and Moscow do not touch"


def test_an_island_and_a_trapped_fleet_are_told(quake):
    """What an event means for provinces and units."""
    record, changes = quake(
        {
            "france": "Por & Spa separate, MAO & MAO connect",
            "turkey": "Ank & BLA separate, Con & Arm connect",
        }
    )
    cut = event(changes, "Por & Spa separate, MAO & MAO connect")
    assert "Portugal is an island in the Mid-Atlantic Ocean now." in cut.sentences
    assert changes.units == ("Turkey's F Ank is trapped: Ankara has no coast left.",)
    assert "Portugal and Spain touch no longer." in changes.contacts
    assert "Armenia and Constantinople touch now." in changes.contacts
    rows = {row.province: row for row in coast_rows(record)}
    assert rows["Ankara"].before == ("BLA",)
    assert rows["Ankara"].coasts == ()
    assert rows["Ankara"].fleet == "F Ank, trapped"
    assert rows["Spain"].coasts == ("GOL, MAO and WES",)


def test_an_island_that_is_joined_is_told_with_what_it_crosses(quake):
    """The other kind of event."""
    _, changes = quake(
        {"france": "Por & Bre connect\nisthmus: strait"},
        before='[start]\nevents = ["Por & Spa separate, MAO & MAO connect"]\n',
    )
    link = event(changes, "Por & Bre connect")
    assert link.sentences[1] == "Portugal and Brest touch across Mid-Atlantic Ocean."


def test_a_strait_that_an_event_ends_stands_with_that_event(quake):
    """Though its own border was not cut."""
    record, changes = quake({"italy": "Kie & Swe connect (Bal & Den separate)"})
    found = event(changes, "BAL & Den separate, Kie & Swe connect")
    assert any("strait" in sentence for sentence in found.sentences[1:])
    assert all(one.lines for one in changes.events)
    news = {row.where: row.news for row in waterway_rows(record.before.board, record.after.board)}
    assert news["Denmark and Sweden"] == "is gone"
    assert news["Sweden"] == "is new"
    assert news["Kiel"] == ""


GROUND = {
    "england": "Uplift HEL\n2 Stabilise ENG",
    "germany": "Support ENGLISH Uplift HEL",
    "russia": "Ice advance NWG\n2 Stabilise Rum",
    "turkey": "Erode Rum",
    "italy": "Ice advance Nap",
}


def test_orders_about_one_province_are_one_event_with_all_its_sides(quake):
    """Who ordered, who supported, who stabilised, and why it came about or did not."""
    record, changes = quake(GROUND, variant="geophysical-maiden", kinds="MR")
    raised = event(changes, "Heligoland Bight")
    assert raised.word is Word.SUCCEEDS
    assert raised.sentences == (
        "England ordered Uplift HEL, and Germany supported it.",
        "Heligoland Bight is land now.",
    )
    held = event(changes, "Rumania")
    assert held.word is Word.FAILS
    assert held.sentences == (
        "Turkey ordered Erode Rum.",
        "Against it stood the stabilisations of Russia (2).",
    )
    lines = {line.power.name: line.order.sentence for line in held.lines}
    assert lines == {"Russia": "it counted", "Turkey": "stopped by Russia's 2 Stabilise Rum"}
    assert event(changes, "Ice advance NWG").sentences[-1] == "Norwegian Sea is under ice now."
    story = tell_season(record)
    assert "The Heligoland Bight (England and Germany) is land now." in story
    assert "The ice closes over the Norwegian Sea (Russia)." in story
    assert "Russia's “2 Stabilise Rum” stops Turkey's “Erode Rum”." in story


def test_what_was_guarded_against_nobody_stands_together_at_the_end(quake):
    """It is no event, and nobody counts it as one."""
    _, changes = quake(GROUND, variant="geophysical-maiden", kinds="MR")
    last = changes.events[-1]
    assert last.title == "Guarded against nobody"
    assert [line.order.text for line in last.lines] == ["2 Stabilise ENG"]


def test_what_cannot_happen_is_void_with_its_reason(quake):
    """Ice begins at the top of the board."""
    _, changes = quake(GROUND, variant="geophysical-maiden", kinds="MR")
    found = event(changes, "Ice advance Nap")
    assert found.word is Word.VOID
    assert found.sentences == ()
    assert found.lines[0].order.sentence.startswith("void: ")


def test_a_season_in_which_nobody_touched_the_map_has_no_such_section(quake):
    """Nothing is said of nothing."""
    record, changes = quake({})
    assert changes is None
    assert coast_rows(record) == ()
    assert waterway_rows(record.before.board, record.after.board) == ()


def test_a_season_after_which_the_whole_map_was_drawn_anew_says_so(quake, maps):
    record, changes = quake({"italy": "Mun & Bur separate"})
    assert changes.relaid == ""
    last = record.phases[-1]
    board = last.after.board
    board = replace(board, shape=replace(board.shape, relaid=1))
    phases = (*record.phases[:-1], replace(last, after=replace(last.after, board=board)))
    told = map_changes(
        replace(record, phases=phases), POWERS, maps, rule_set("seismic-acerunner").event_words
    )
    assert told.relaid.startswith("The whole map has been drawn anew")
    assert "the way from the old drawing to the new" in told.relaid


def test_of_each_kind_of_order_that_was_given_the_report_says_what_it_does(quake):
    italian = "Apu/Alb connect, ADR/ION separate\nisthmus: none"
    record, _ = quake({"austria": "Gal-Ukr separate", "italy": italian})
    kinds = list_event_kinds(rule_set("seismic-acerunner"), record)
    assert kinds[0] == (
        "separation",
        "The two provinces part, and those at the ends of their border touch instead.",
    )
    assert "release" not in dict(kinds)


def test_kinds_of_one_class_of_orders_are_told_apart(quake):
    record, _ = quake(GROUND, variant="geophysical-maiden", kinds="MR")
    told = dict(list_event_kinds(rule_set("geophysical-maiden"), record))
    assert len(told) == 5
    assert "earthquake" not in told
    assert told["uplift of a water"] == "The water becomes land."
