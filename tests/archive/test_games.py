"""A game's folder, opened: everything that is wrong in one go, and never a traceback."""

import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.archive.folders import (
    GAME,
    NOW,
    OPENING,
    change,
    closed,
    hand_in,
    hand_in_opening,
    made,
    make_ready,
    opened,
    order_text,
    played,
    season_of,
)
from tests.rule_sets import rule_set
from zinegen.archive import NewGame, new_game, play, rules_of
from zinegen.archive.folder.games import (
    BEFORE_ALL,
    BrokenGame,
    Game,
    first_state,
    game_folder,
    newest_closing,
    open_game,
    open_games,
)
from zinegen.board import Power
from zinegen.errors import GameFolderError
from zinegen.game import Phase
from zinegen.notation import Finding
from zinegen.play.records import encode_record
from zinegen.play.setups import Setup
from zinegen.play.texts import ORDERS, OrderSlot, parse_order_file, parse_toml

SPRING = "games/winter/seasons/1901-1-spring"


def told(findings: tuple[Finding, ...]) -> list[str]:
    """Return findings as code, place and title."""
    return [f"{one.code} {one.where.file}:{one.where.line} {one.title}" for one in findings]


def only(game: Game | BrokenGame) -> str:
    """Return the one finding of a game."""
    lines = told(game.findings)
    assert len(lines) == 1, lines
    return lines[0]


def test_a_new_game_has_nothing_wrong_with_it(tmp_path: Path):
    game = opened(made(tmp_path, players={"France": "Cécile"}))
    assert game.findings == ()
    assert [season.slug for season in game.seasons] == ["1901-1-spring"]
    assert game.shown == "games/winter"
    assert game.settings.players[Power("France")].name == "Cécile"
    assert set(game.seasons[0].files) == set(OPENING)


@pytest.mark.parametrize("name", ["../x", "..", ".", "", "Winter", "a/b", "x" * 41, "wínter", "-x"])
def test_a_name_that_leaves_the_folder_is_no_name_of_a_game(tmp_path: Path, name: str):
    with pytest.raises(GameFolderError, match="no name of a game"):
        game_folder(tmp_path, name)


def test_a_folder_of_another_name_a_link_and_a_file_are_no_games(tmp_path: Path):
    folder = made(tmp_path)
    (folder.parent / "Upper").mkdir()
    (folder.parent / "link").symlink_to(folder)
    for name in ("Upper", "link", "nowhere"):
        assert "no game's folder" in only(open_game(folder.parent / name))


def test_one_broken_game_does_not_stop_the_others(tmp_path: Path):
    folder = made(tmp_path)
    (folder.parent / "broken").mkdir()
    (folder.parent / "broken" / "game.toml").write_bytes(b"\xff" * 10)
    (folder.parent / "empty").mkdir()
    (folder.parent / "README.md").write_text("not a game")
    kinds = {one.slug: type(one).__name__ for one in open_games(folder.parent)}
    assert kinds == {"broken": "BrokenGame", "empty": "BrokenGame", "winter": "Game"}


GAME_FILES = [
    ("", "G03 games/winter/game.toml:0 game is missing"),
    ("game = 'summer'", 'G03 games/winter/game.toml:1 game is "summer"'),
    ("variant = 'standrad'", "G07 games/winter/game.toml:1 there is no rule set called"),
    ("variant = 1", "G06 games/winter/game.toml:1 variant is not a text"),
    ("tite = 'x'", "G02 games/winter/game.toml:1 there is no heading tite"),
    ("title = '" + "x" * 101 + "'", "G06"),
    ("[options]\nvictroy = 18", "G08 games/winter/game.toml:2 standard has no option victroy"),
    ("[options]\nvictory = 'many'", "G08 games/winter/game.toml:2 option victory"),
    ("[options]\nvictory = 1.5", "G06 games/winter/game.toml:2 option victory"),
    ("[notation]\nlanguages = ['es']", 'G06 games/winter/game.toml:2 no language "es" is read'),
    ("[notation]\nlanguage = ['de']", "G02 games/winter/game.toml:2 there is no heading language"),
    ("[players]\nengland = 'Bob'", "G06 games/winter/game.toml:2 players.england is not a table"),
    ("[players]\nengalnd = {name='Bob'}", "G09 games/winter/game.toml:2 there is no power called"),
    ("[players]\nengland = {name='<script>'}", "G06 games/winter/game.toml:2"),
    (
        "[players]\nengland = {name='Bob', id='x'}",
        "G06 games/winter/game.toml:2 players.england.id",
    ),
    ("[players]\nengland = {name='Bob', key='x'}", "G06 games/winter/game.toml:2"),
    ("[policy]\nno_orders = 'sleep'", "G06 games/winter/game.toml:2 policy.no_orders cannot be"),
    ("[deadlines]\ntimezone = 'Mars/Base'", "G06 games/winter/game.toml:2 there is no time zone"),
    ("[deadlines]\ntimezone = '../../etc'", "G06 games/winter/game.toml:2 there is no time zone"),
    ("[deadlines]\ngrace_minutes = -1", "G06 games/winter/game.toml:2"),
    (
        "[secrecy]\norders = 'sealed'",
        "G06 games/winter/game.toml:2 orders cannot be sealed without",
    ),
    ("[secrecy]\ngm_keys = ['x']", "G06 games/winter/game.toml:2 key 1 is no public key"),
    ("[chance]\ncommitment = 'x'", "G06 games/winter/game.toml:2 this is no commitment"),
    ("[start]\nunits = {France = ['A Prs']}", "G10 games/winter/game.toml:2 'A Prs' is no unit"),
    ("[start]\nunits = {France = ['F Spa']}", "G10 games/winter/game.toml:2"),
    (
        "[start]\nunits = {France = ['A Par', 'F Bur']}",
        "G10 games/winter/game.toml:2 F Bur: Burgundy has no coast; is A Bur meant?",
    ),
    ("[start]\nunits = {Franec = ['A Par']}", "G10 games/winter/game.toml:2 there is no power"),
    ("[start]\nunits = {France = ['A Par', 'F Par']}", "G10"),
    ("[start]\ncentres = {France = ['Bur']}", "G10 games/winter/game.toml:2 Burgundy is no supply"),
]


@pytest.mark.parametrize(("line", "finding"), GAME_FILES)
def test_what_is_wrong_in_game_toml_is_told_at_its_place(tmp_path: Path, line: str, finding: str):
    folder = made(tmp_path)
    keys = {
        "game": "'winter'",
        "title": "'Winter'",
        "variant": "'standard'",
        "gm": "{ name = 'Ann' }",
    }
    wrong = line.partition(" = ")[0]
    rest = "".join(f"{key} = {value}\n" for key, value in keys.items() if key != wrong)
    first = line + "\n" if not line.startswith("[") else ""
    last = line + "\n" if line.startswith("[") else ""
    if not line:
        rest = rest.replace("game = 'winter'\n", "")
    (folder / "game.toml").write_text(first + rest + last)
    found = only(open_game(folder))
    expected = finding.replace(":2 ", f":{5 + 1} ") if last else finding
    expected = expected.removesuffix(":2") if last else expected
    assert found.startswith(expected)


def test_everything_is_told_in_one_go(tmp_path: Path):
    folder = made(tmp_path)
    season = season_of(folder).folder
    (season / "rulings.toml").write_text("[[ruling]]\ndo = 'accept'\nabout = 'france'\n")
    (season / "chance.toml").write_text("draw = 1")
    (season / "orders" / "england.toml").write_text("=")
    (season / "orders" / "Germany.toml").write_text("")
    (season / "press").mkdir()
    (season / "press" / "nobody-1.md").write_text("Hello")
    (folder / "seasons" / "spring").mkdir()
    codes = [f"{one.code} {Path(one.where.file).name}" for one in opened(folder).findings]
    assert sorted(codes) == [
        "G06 chance.toml",
        "G14 Germany.toml",
        "G15 spring",
        "O01 england.toml",
        "P03 nobody-1.md",
        "R11 rulings.toml",
    ]


SEASON_FILES = [
    ("season = '1901-1-spring'\n", "G06 {}/season.toml:0 phases is missing"),
    ("season = 'x'\nphases = ['S1901M']\n", 'G03 {}/season.toml:1 season is "x"'),
    (
        "season = '1901-1-spring'\nphases = ['S1901X']\n",
        "G11 {}/season.toml:2 'S1901X' is no phase",
    ),
    ("season = '1901-1-spring'\nphases = []\n", "G11 {}/season.toml:2 a season needs a phase"),
    ("season = '1901-1-spring'\nphases = ['S1901M', 'S1901M']\n", "G11 {}/season.toml:2"),
    ("season = '1901-1-spring'\nphases = ['S1902M', 'S1901M']\n", "G11 {}/season.toml:2"),
    ("season = '1901-1-spring'\nphases = 'S1901M'\n", "G06 {}/season.toml:2 phases is not a list"),
    (
        "season = '1901-1-spring'\nphases = ['S1901M']\ndeadline = 2026-12-01T22:00:00\n",
        "G06 {}/season.toml:3 deadline is not a moment with its offset",
    ),
    (
        "season = '1901-1-spring'\nphases = ['S1901M']\ndeadline = 2026-13-01T22:00:00Z\n",
        "G01 {}/season.toml:3 there is no such date",
    ),
    (
        "season = '1901-1-spring'\nphases = ['S1901M']\nready = 'yes'\n",
        "G06 {}/season.toml:3 ready",
    ),
    ("season = '1901-1-spring'\nphases = ['S1901M']\nraedy = true\n", "G02 {}/season.toml:3"),
    ("", "G03"),
]


@pytest.mark.parametrize(("text", "finding"), SEASON_FILES)
def test_what_is_wrong_in_season_toml_is_told_at_its_place(tmp_path: Path, text: str, finding: str):
    folder = made(tmp_path)
    season_of(folder)
    (folder / "seasons/1901-1-spring/season.toml").write_text(text)
    found = told(opened(folder).findings)
    assert found[0].startswith(finding.format(SPRING))
    assert len(found) == (1 if text else 2), found


def test_a_game_stands_still_before_a_season_whose_file_cannot_be_read(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    closed(folder)
    broken = folder / "seasons/1901-2-autumn/season.toml"
    broken.write_text("phases = [")
    game = opened(folder)
    assert [one.slug for one in game.seasons] == ["1901-1-spring"]
    assert game.unreadable is not None
    assert game.unreadable.slug == "1901-2-autumn"
    assert game.unreadable.findings == game.findings
    assert game.findings[0].where.file == "games/winter/seasons/1901-2-autumn/season.toml"


def test_nothing_is_told_of_a_game_in_which_the_file_of_a_played_season_cannot_be_read(
    tmp_path: Path,
):
    folder = made(tmp_path)
    hand_in_opening(folder)
    closed(folder)
    file = folder / "seasons/1901-1-spring/season.toml"
    sound = file.read_text()
    for text in (None, "phases = ["):
        if text is None:
            file.unlink()
        else:
            file.write_text(text)
        game = open_game(folder)
        assert isinstance(game, BrokenGame)
        assert game.findings[0].where.file == "games/winter/seasons/1901-1-spring/season.toml"
    file.write_text(sound)
    assert opened(folder).findings == ()


def test_a_folder_that_nobody_may_look_into_breaks_its_own_game_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = made(tmp_path)
    new_game(tmp_path / "games", "other", "standard")
    orders, real = folder / "seasons/1901-1-spring/orders", Path.exists

    def guarded(path: Path) -> bool:
        if path.parent == orders:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(Path, "exists", guarded)
    other, game = open_games(tmp_path / "games")
    assert isinstance(other, Game)
    assert isinstance(game, BrokenGame)
    assert told(game.findings) == [
        f"G14 {SPRING}/orders/austria.toml:0 this cannot be read: Permission denied"
    ]


def test_folders_sort_by_their_numbers_and_twins_are_told(tmp_path: Path):
    folder = made(tmp_path)
    for name, phase in [("1901-10-winter", "W1901A"), ("1901-2-autumn", "F1901M")]:
        (folder / "seasons" / name).mkdir()
        text = f"season = '{name}'\nphases = ['{phase}']\n"
        (folder / "seasons" / name / "season.toml").write_text(text)
    game = opened(folder)
    assert [one.slug for one in game.seasons] == [
        "1901-1-spring",
        "1901-2-autumn",
        "1901-10-winter",
    ]
    (folder / "seasons" / "1901-02-autumn").mkdir()
    codes = [one.split()[0] for one in told(open_game(folder).findings)]
    assert codes == ["G05", "G16"]


@pytest.mark.parametrize(
    "name", ["1901-1-Spring", "x", "1901-spring", "1901-1-spring.bak", "1-1-a"]
)
def test_a_folder_that_is_no_season_is_told_and_passed_over(tmp_path: Path, name: str):
    folder = made(tmp_path)
    (folder / "seasons" / name).mkdir()
    assert "no season's folder" in only(open_game(folder))
    assert len(opened(folder).seasons) == 1


def test_a_season_that_is_a_link_is_not_followed(tmp_path: Path):
    folder = made(tmp_path)
    (folder / "seasons" / "1902-1-spring").symlink_to(folder / "seasons" / "1901-1-spring")
    assert "no season's folder" in only(open_game(folder))


def test_orders_that_are_a_link_are_not_read(tmp_path: Path):
    folder = made(tmp_path)
    secret = tmp_path / "secret"
    secret.write_text("token = 'abc'")
    path = season_of(folder).folder / "orders" / "england.toml"
    path.unlink()
    path.symlink_to(secret)
    found = only(open_game(folder))
    assert found.startswith(f"O05 {SPRING}/orders/england.toml:0 it is a link")
    assert "abc" not in found


ORDER_FILES = [
    (b"", "O03", "the file is empty"),
    (b"# only a remark\n", "O03", "the file is empty"),
    (b"\x00\x07\xff", "O05", "not UTF-8"),
    (b"x" * 1_000_000, "O04", "too large"),
    ("power = 'england'".encode("utf-16"), "O05", "not UTF-8"),
    (b"game='winter'\nseason='1901-1-spring'\npower='france'\n", "O03", 'power is "france"'),
    (b"game='summer'\nseason='1901-1-spring'\npower='england'\n", "O03", 'game is "summer"'),
    (b"game='winter'\nseason='1902-1-spring'\npower='england'\n", "O03", "season is"),
    (b"game='winter'\nseason='1901-1-spring'\n", "O03", "power is missing"),
    (
        b"game='winter'\nseason='1901-1-spring'\npower='england'\norder='A Lvp H'\n",
        "O02",
        "no heading order",
    ),
    (
        b"game='winter'\nseason='1901-1-spring'\npower='england'\norders=['A Lvp H']\n",
        "O06",
        "orders is not a text",
    ),
    (
        b"game='winter'\nseason='1901-1-spring'\npower='england'\norders=''\norders=''\n",
        "O01",
        "twice",
    ),
    (
        b"game='winter'\nseason='1901-1-spring'\npower='england'\nnote='''\n"
        + b"a long note\n" * 200
        + b"'''\n",
        "O04",
        "2000 characters",
    ),
]


@pytest.mark.parametrize(("content", "code", "title"), ORDER_FILES)
def test_an_order_file_that_cannot_count_is_one_finding(
    tmp_path: Path, content: bytes, code: str, title: str
):
    folder = made(tmp_path)
    (season_of(folder).folder / "orders" / "england.toml").write_bytes(content)
    game = opened(folder)
    found = only(game)
    assert found.startswith(f"{code} {SPRING}/orders/england.toml")
    assert title in found
    assert not game.seasons[0].files[Power("England")].is_readable


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + order_text("1901-1-spring", "England", orders="A Lvp H").encode(),
        order_text("1901-1-spring", "England", orders="A Lvp H").replace("\n", "\r\n").encode(),
    ],
)
def test_what_windows_writes_is_forgiven(tmp_path: Path, content: bytes):
    folder = made(tmp_path)
    (season_of(folder).folder / "orders" / "england.toml").write_bytes(content)
    game = opened(folder)
    assert game.findings == ()
    assert "A Lvp H" in game.seasons[0].files[Power("England")].sections["orders"].text


@pytest.mark.parametrize("name", ["England", "ENGLAND", " england "])
def test_a_power_may_be_written_as_people_write_it(tmp_path: Path, name: str):
    folder = made(tmp_path)
    path = hand_in(folder, "England", orders="A Lvp H")
    change(path, 'power = "england"', f'power = "{name}"')
    assert opened(folder).findings == ()


def test_the_languages_of_a_game_are_read_from_its_settings_and_part_of_its_rules(tmp_path: Path):
    folder = made(tmp_path)
    before = rules_of(opened(folder).settings, opened(folder).settings.variant)
    change(folder / "game.toml", "[policy]", '[notation]\nlanguages = ["fr", "de"]\n\n[policy]')
    settings = opened(folder).settings
    assert settings.variant.languages == ("de", "fr")
    assert rules_of(settings, settings.variant) == {**before, "languages": ["de", "fr"]}


def test_the_unknown_heading_that_was_meant_is_named(tmp_path: Path):
    folder = made(tmp_path)
    path = hand_in(folder, "England", orders="A Lvp H", retraets="F NTH: Lon")
    (found,) = opened(folder).findings
    assert found.hint == "did you mean retreats?"
    assert found.where.line == path.read_text().splitlines().index("retraets = '''") + 1


def test_order_files_of_recorded_seasons_can_be_left_unread(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    closed(folder)
    (season_of(folder).folder / "orders" / "england.toml").write_text("=")
    game = open_game(folder, past_orders=False)
    assert isinstance(game, Game)
    assert game.findings == ()
    assert not game.seasons[0].files
    assert game.seasons[1].files


def test_a_pipe_does_not_hang_anything(tmp_path: Path):
    folder = made(tmp_path)
    path = season_of(folder).folder / "orders" / "england.toml"
    path.unlink()
    os.mkfifo(path)
    assert only(open_game(folder)).startswith("O05")


SLOT = OrderSlot(game=GAME, season="1901-1-spring", power=Power("England"), shown=SPRING)
GOOD = order_text(
    "1901-1-spring",
    "England",
    orders="F Lon - NTH\nF Edi - NWG   # a remark\nA Lvp - Yor",
    retreats="if France in ENG then\n  F NTH: Edi, disband\nendif",
    builds="build F Lon\nremove A Yor, F NWG",
    coasts="F Bre: nc, sc",
)


@given(st.data())
def test_mutated_order_files_make_findings_inside_the_file_and_nothing_else(data: st.DataObject):
    text = GOOD
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 12))
        new = data.draw(st.text(max_size=3) | st.sampled_from(["'''", "\n", "[", "=", '"', "\\"]))
        text = text[:at] + new + text[at + gone :]
    content = text.encode("utf-8", "surrogatepass")
    file = parse_order_file(parse_toml(content, SLOT.name, ORDERS), SLOT)
    lines = text.count("\n") + text.count("\r") + 1
    for one in file.findings:
        assert 0 <= one.where.line <= lines
    assert file.is_readable or file.findings


def test_open_and_played_games_can_be_asked_where_they_stand(tmp_path: Path):
    folder = made(tmp_path)
    current = played(folder)
    assert current.open_season is not None
    assert (current.open_season.slug, current.records, current.waiting) == (
        "1901-1-spring",
        (),
        None,
    )
    game = opened(folder)
    assert game.current is not None
    assert game.recorded == ()
    assert game.is_sound


def attributes(one: object) -> dict[str, object]:
    """Return everything that an object says without being called."""
    found = {name: getattr(one, name) for name in dir(one) if not name.startswith("_")}
    return {name: value for name, value in found.items() if not callable(value)}


def test_a_game_is_read_once_and_looks_at_nothing_again(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    closed(folder)
    current = played(folder)
    game = opened(folder)
    parts = (current, game, game.settings, *game.seasons, *(one.deadline for one in game.seasons))
    before = [attributes(one) for one in parts]
    assert [one.is_recorded for one in game.seasons] == [True, False]
    shutil.rmtree(folder)
    assert [attributes(one) for one in parts] == before


@pytest.mark.parametrize("rules", ["geophysical-maiden", "geophysical-kinzett"])
def test_an_option_that_names_no_place_breaks_its_own_game_and_no_other(tmp_path, rules):
    folder = new_game(tmp_path / "games", "ice", rule_set(rules).id)
    new_game(tmp_path / "games", "sound", "standard")
    text = (folder / "game.toml").read_text()
    (folder / "game.toml").write_text(
        text.replace("[options]", '[options]\nnorth_edge = ["NAO", "Atlantis"]')
    )
    broken, sound = open_games(tmp_path / "games")
    assert isinstance(broken, BrokenGame)
    assert "no province called 'Atlantis'" in broken.findings[0].title
    assert broken.findings[0].where.line == text[: text.index("[options]")].count("\n") + 2
    assert isinstance(sound, Game)


def test_a_zine_without_records_has_the_oldest_date(tmp_path: Path):
    assert newest_closing(tmp_path / "nothing") == BEFORE_ALL
    made(tmp_path)
    assert newest_closing(tmp_path / "games") == BEFORE_ALL


def test_the_newest_closing_counts(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    closed(folder)
    assert newest_closing(tmp_path / "games") == NOW
    close = season_of(folder).folder / "close.toml"
    (season_of(folder, 1).folder / "close.toml").write_bytes(close.read_bytes())
    change(season_of(folder, 1).folder / "close.toml", "2026-12-01", "2026-12-09")
    assert newest_closing(tmp_path / "games") == NOW + timedelta(days=8)


def test_a_season_recorded_without_a_closing_counts_from_its_deadline(tmp_path: Path):
    folder = made(tmp_path, deadline=datetime(2026, 11, 1, 20, tzinfo=UTC))
    hand_in_opening(folder)
    make_ready(folder)
    record = play(opened(folder)).judged[0].record
    season_of(folder).result.write_bytes(encode_record(record))
    assert newest_closing(tmp_path / "games") == datetime(2026, 11, 1, 20, tzinfo=UTC)


def test_a_closing_that_cannot_be_read_has_no_part_in_it(tmp_path: Path):
    folder = made(tmp_path)
    (season_of(folder).folder / "close.toml").write_text("closed = soon")
    assert newest_closing(tmp_path / "games") == BEFORE_ALL


def test_a_game_begins_in_the_phase_and_position_that_it_names(tmp_path: Path):
    """The calendar of its rules has done by then what it does: here the flood."""
    folder = new_game(
        tmp_path / "games", "late", "deluge2", NewGame(setup=Setup(phase=Phase.parse("S1905M")))
    )
    path = folder / "game.toml"
    text = path.read_text().replace("[start]\n", '[start]\nunits.England = ["F NTH"]\n')
    path.write_text(text)
    game = open_game(folder)
    assert isinstance(game, Game)
    assert game.findings == ()
    state = first_state(game)
    assert str(state.phase) == "S1905M"
    assert [*state.units] == ["NTH"]
    early = first_state_of(tmp_path)
    assert state.board.waters > early.board.waters
    assert game.seasons[0].slug == "1905-1-spring"


def first_state_of(tmp_path: Path):
    game = open_game(new_game(tmp_path / "games", "early", "deluge2", NewGame()))
    assert isinstance(game, Game)
    return first_state(game)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ('phase = "Spring"', "Spring"),
        ('phase = "S1905P"', "standard has no phase such as S1905P"),
        ('phase = "S1905M"\nunits.England = ["A Atlantis"]', "Atlantis"),
        ('phase = "S1905M"\ncentres.England = ["Tyr"]', "Tyrolia is no supply centre"),
    ],
)
def test_a_beginning_that_cannot_be_is_told_with_its_line(tmp_path: Path, start: str, said: str):
    folder = new_game(tmp_path / "games", "late", "standard", NewGame())
    path = folder / "game.toml"
    path.write_text(f"{path.read_text()}\n[start]\n{start}\n")
    game = open_game(folder)
    (finding,) = game.findings
    assert said in finding.title
    assert finding.where.line > 0
