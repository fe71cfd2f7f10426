"""Secret games on the pages: what the public may know is there, and nothing else."""

import re
from dataclasses import replace

import pytest

from tests.archive.secret_games import ASH, closed, end, placed
from tests.pages.zines import published
from zinegen.archive import open_game, play
from zinegen.board import Power
from zinegen.game import CentreTaken, Secrets
from zinegen.geometry import ProvinceKey
from zinegen.pages import PlayablePosition, power_views, read_position, write_position
from zinegen.pages.builders.centre_table import centre_table, game_chart
from zinegen.pages.builders.redaction import public_play, reveal_truth
from zinegen.play.records import public_record

pytest.importorskip("zinegen.variants.post_atomic")
from zinegen.variants.post_atomic.knowledge import Knowledge


@pytest.fixture
def ashes(zine):
    """A zine with a secret game after its placement, and that game's folder."""
    return placed(zine)


@pytest.fixture
def told(ashes):
    """The game as played from what lies there."""
    return play(open_game(ashes))


def with_truth(record):
    """Return a record that holds the whole truth: who owns what, and who took it."""
    (phase, *others) = record.phases
    board = phase.after.board
    full = board.replace_province(replace(board[ProvinceKey("Mos")], centre=True))
    after = replace(
        phase.after, board=full, owners={ProvinceKey("Mos"): Power("Russia")}, secrets=Secrets()
    )
    before = replace(phase.before, secrets=Secrets())
    taken = CentreTaken(province=ProvinceKey("Mos"), power=Power("Russia"))
    report = replace(phase.report, changes=(*phase.report.changes, taken))
    truth = replace(phase, before=before, after=after, report=report)
    return replace(record, phases=(truth, *others))


def test_the_whole_truth_does_not_get_through_the_door(told):
    """Even where somebody hands it in: no centre, no owner, nobody who took one."""
    record = public_record(with_truth(told.records[0]))
    assert record.after.owners == {}
    assert record.after.board.centres == ()
    assert not any(isinstance(c, CentreTaken) for c in record.phases[0].report.changes)
    leaking = replace(told, recorded=(with_truth(told.records[0]),))
    assert public_play(leaking).records[0].after.owners == {}


def test_an_open_game_passes_unchanged(publisher, zine):
    """The same object, so nothing is made anew."""
    game = play(open_game(zine / "games" / "winter"))
    assert public_play(game) is game


def test_pages_say_what_is_secret_and_link_the_sealed_reports(publisher, ashes, zine):
    """To every power's file, byte for byte as it lies there."""
    pages, site = published(publisher)
    body = pages[f"games/{ASH}/index.md"].body
    assert "What is secret" in body
    assert "hand_in" not in body
    season = next(
        page for uri, page in pages.items() if uri.startswith(f"games/{ASH}/2020") and page.body
    )
    assert "Private reports" in season.body
    found = {uri: content for uri, content in site.files.items() if uri.endswith(".txt.age")}
    assert len(found) == 7
    for uri, content in found.items():
        (path,) = ashes.rglob(f"reports/{uri.rsplit('/', 1)[1]}")
        assert content == path.read_bytes()
    assert not any("hidden" in uri or "private" in uri for uri in site.files)


def test_a_position_to_play_on_from_tells_no_secret(publisher, ashes, told):
    """Not even where it is written from the whole truth."""
    _, site = published(publisher)
    found = (uri for uri in site.files if uri.startswith(f"games/{ASH}/"))
    texts = {uri: site.files[uri] for uri in found if uri.endswith("/position.json")}
    season = told.records[0].season
    assert {*texts} == {f"games/{ASH}/{name}/position.json" for name in (season, "desk")}
    turn = told.turn(told.open_season)
    truth = replace(turn, state=with_truth(told.records[0]).after)
    texts["truth"] = write_position(PlayablePosition(turn=truth))
    for text in texts.values():
        assert not {"owners", "ranges", "centre"} & set(re.findall(r"\w+", text.decode()))
        state = read_position(text.decode()).turn.state
        assert (state.owners, state.board.centres, state.board.ranges) == ({}, (), {})
        assert state.secrets.cut


def test_numbers_that_were_published_make_the_table_and_the_chart(told):
    """But not which centres they are; without any there is neither."""
    views = power_views(told.game.settings.powers, {})
    record = public_record(told.records[0])
    variant = told.game.settings.variant
    assert centre_table(record, variant, views, caption="c") is None
    assert game_chart([record], views, variant) is None
    totals = {Power("Russia"): 4, Power("Turkey"): 3}
    (phase, *_) = record.phases
    after = replace(phase.after, extra=Knowledge(totals=totals))
    counted = replace(record, phases=(replace(phase, after=after),))
    table = centre_table(counted, variant, views, caption="c")
    assert [(row.power.name, row.now, row.centres) for row in table.rows if row.now] == [
        ("Russia", 4, ()),
        ("Turkey", 3, ()),
    ]
    assert all(after.is_alive(Power(row.power.name)) for row in table.rows if not row.now)
    assert table.is_secret


def ended(folder):
    """End a secret game by a ruling of the GM, without orders, and return its play."""
    season = max((folder / "seasons").iterdir())
    (season / "rulings.toml").write_text(
        '[[ruling]]\nabout = "game"\ndo = "end-game"\ndraw = ["Austria", "France"]\nreason = "Agreed."\n'
    )
    closed(folder)
    return play(open_game(folder))


def test_the_truth_is_told_when_the_game_is_over_and_the_key_is_published(publisher, ashes):
    """Neither before, nor without the key."""
    uri = f"games/{ASH}/truth.md"
    end(ashes)
    assert reveal_truth(play(open_game(ashes))) == ()
    told = ended(ashes)
    assert told.state.winners == ("Austria", "France")
    truth = reveal_truth(public_play(told))
    assert len(truth[-1].after.board.centres) > 30
    pages, _ = published(publisher)
    body = pages[uri].body
    assert "Bohemia and Tyrolia" in body
    assert body.count("<abbr") > 30
    assert "Supply centres at the end" in body
    report = next(page for name, page in pages.items() if name.startswith(f"games/{ASH}/2021"))
    assert "Supply centres" not in report.body
    assert "opens every report" in report.body
    assert "The GM has published the game's key" in pages[f"games/{ASH}/index.md"].body


def test_without_the_key_the_truth_stays_sealed_for_ever(publisher, ashes):
    """A GM who forgets it leaves a game that nobody can read."""
    ended(ashes)
    pages, _ = published(publisher)
    assert f"games/{ASH}/truth.md" not in pages
    body = pages[f"games/{ASH}/index.md"].body
    assert "The game's key is not published, so only the GM can open the sealed files" in body
