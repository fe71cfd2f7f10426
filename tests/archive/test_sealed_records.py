"""Games that keep secrets: what is sealed, what is public, and who can check how much of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.archive.folders import NOW, change, let_lines_hold, opened, season_of
from tests.archive.folders import played as played_publicly
from tests.archive.secret_games import (
    ASH,
    BOB,
    DEPUTY,
    IDENTITY,
    RANGES,
    SECRET,
    STRANGER,
    ash,
    closed,
    end,
    hand_in_ranges,
    hand_in_sealed,
    placed,
    played,
    published,
)
from zinegen.archive import (
    HIDDEN,
    Arrival,
    SealError,
    Version,
    decrypt,
    hidden_toml,
    list_inbox,
    make_key_pair,
    open_hidden_file,
    parse_identity,
    play,
    seal_hidden_file,
    verify_game,
)
from zinegen.archive.sealing.sealed_records import MARGIN, SEALED_RECORD, open_sealed_records
from zinegen.board import Power
from zinegen.errors import GameFolderError
from zinegen.play import Dice, digest
from zinegen.rules import adjudicate, list_mentioned_provinces

# What lies in the folder


def test_a_new_game_has_its_secrets_sealed_and_their_digest_published(tmp_path: Path):
    folder = ash(tmp_path)
    settings = opened(folder).settings
    assert settings.secrecy.hidden
    assert SECRET.hex().encode() not in b"".join(published(folder).values())
    secrets = open_sealed_records(opened(folder), IDENTITY)
    assert secrets is not None
    assert secrets.hidden.secret == SECRET.hex()


def test_the_deputy_opens_everything_that_the_gm_opens(tmp_path: Path):
    folder = played(tmp_path)
    assert verify_game(folder, parse_identity(DEPUTY.secret)) == verify_game(folder, IDENTITY)


def test_every_season_has_a_public_record_and_a_sealed_one(tmp_path: Path):
    folder = played(tmp_path)
    for season in opened(folder).recorded:
        sealed = (season.folder / SEALED_RECORD).read_bytes()
        truth = json.loads(decrypt(sealed, "", IDENTITY, 1 << 20))
        public = json.loads(season.result.read_bytes())
        assert truth["record"]["phases"] != public["phases"]
        reports = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
        assert public["inputs"].keys() - truth["record"]["inputs"].keys() == {
            f"seasons/{season.slug}/{SEALED_RECORD}",
            *(f"seasons/{season.slug}/reports/{power}.txt.age" for power in reports),
        }


def test_the_public_record_says_nothing_of_centres_owners_and_ranges(tmp_path: Path):
    for record in played_publicly(played(tmp_path)).records:
        for phase in record.phases:
            assert not phase.draws
            assert not phase.report.notices
            for state in (phase.before, phase.after):
                assert list_mentioned_provinces(phase.report, state) == frozenset()


def test_the_truth_has_the_draw_and_what_everybody_knows(tmp_path: Path):
    folder = placed(tmp_path)
    secrets = open_sealed_records(opened(folder), IDENTITY)
    assert secrets is not None
    (record,) = secrets.records(opened(folder))
    assert len(record.after.board.centres) == 34
    assert len(record.after.board.ranges) == len(RANGES)
    draws = record.phases[0].draws
    assert draws
    assert all(draw.secret for draw in draws)
    assert record.after.extra.known.keys() == set(record.after.powers)


def test_secret_throws_are_in_no_list_of_throws(tmp_path: Path):
    assert "chance.toml" not in " ".join(published(played(tmp_path)))


def test_placement_orders_stay_sealed_and_their_key_is_not_published(tmp_path: Path):
    folder = placed(tmp_path)
    season = season_of(folder)
    assert season.closing is not None
    for receipt in season.closing.receipts.values():
        assert (receipt.status.value, receipt.open_key) == ("accepted", "")
        assert receipt.sealed_sha256
    assert not (season.folder / "opened").exists()
    assert b"mountain" not in b"".join(published(folder).values())


def test_a_placement_that_came_in_time_stays_sealed_and_counts_whatever_came_later(tmp_path: Path):
    folder = ash(tmp_path)
    hand_in_ranges(folder)
    first = hand_in_sealed(folder, "Germany", orders="mountain Ruh/Kie").read_bytes()
    hand_in_sealed(folder, "Germany", orders="mountain Mun/Boh")
    germany = Power("Germany")
    version = Version(file="orders/germany.toml.age", content=first)
    arrival = Arrival(received=NOW, by_id=1, in_time=version)
    assert closed(folder, arrivals={germany: arrival}).waiting is None
    season = season_of(folder)
    assert season.closing is not None
    assert season.closing.receipts[germany].in_time is not None
    assert sorted(path.name for path in (season.folder / "opened").iterdir()) == [
        "germany-in-time.toml.age"
    ]
    assert verify_game(folder, IDENTITY).differences == ()
    assert verify_game(folder, parse_identity(DEPUTY.secret)).differences == ()
    secrets = open_sealed_records(opened(folder), IDENTITY)
    assert secrets is not None
    ranges = secrets.records(opened(folder))[0].after.board.ranges
    assert any({"Kie", "Ruh"} == set(map(str, one)) for one in ranges), ranges


def test_orders_of_later_seasons_are_published_as_in_other_games(tmp_path: Path):
    folder = played(tmp_path)
    text = (season_of(folder, 1).folder / "opened/germany.toml").read_text()
    assert "A Mun - Ruh" in text


def test_the_length_of_a_sealed_record_tells_nothing(tmp_path: Path):
    """It is that of the public record and a margin, whatever was found."""
    for season in opened(played(tmp_path)).recorded:
        sealed = (season.folder / SEALED_RECORD).read_bytes()
        content = decrypt(sealed, "", IDENTITY, 1 << 20)
        public = json.loads(season.result.read_bytes())
        digests = [path for path in public["inputs"] if re.search(r"/hidden.json|/reports/", path)]
        assert f"seasons/{season.slug}/{SEALED_RECORD}" in digests
        size = len(season.result.read_bytes())
        own = sum(len(f'  "{path}": "{"0" * 64}",\n') for path in digests)
        assert size + MARGIN - len(content) == own  # the digests' own lines


def test_two_truths_with_the_same_public_moves_differ_in_nothing_but_digests(tmp_path: Path):
    """Whatever was drawn and found: nothing that is published depends on it."""
    one, other = played(tmp_path / "one"), played(tmp_path / "other", bytes(32))
    truths = []
    for folder in (one, other):
        secrets = open_sealed_records(opened(folder), IDENTITY)
        assert secrets is not None
        truths.append(secrets.records(opened(folder))[-1].after.board.centres)
    assert truths[0] != truths[1]
    files = published(one)
    assert files.keys() == published(other).keys()
    for name, content in files.items():
        again = published(other)[name]
        if name.endswith("result.json"):
            first, second = json.loads(content), json.loads(again)
            del first["inputs"], second["inputs"]
            assert first == second
        elif not name.endswith((".age", "close.toml", "game.toml", "opened/germany.toml")):
            assert content == again or "opened/" in name, name


# Who can do what


def test_without_the_gms_key_nothing_is_closed_or_judged(tmp_path: Path):
    folder = ash(tmp_path)
    hand_in_ranges(folder)
    with pytest.raises(GameFolderError, match="keeps secrets: the GM's key is needed"):
        closed(folder, identity=None)
    with pytest.raises(SealError, match="S07"):
        closed(folder, identity=parse_identity(STRANGER.secret))
    assert season_of(folder).closing is None


def test_a_build_in_public_judges_nothing_in_secret(tmp_path: Path):
    folder = placed(tmp_path)
    change(season_of(folder, 1).folder / "season.toml", "ready    = false", "ready = true")
    waiting = play(opened(folder)).waiting
    assert waiting is not None
    assert "only the GM can judge" in waiting.reasons[0].title
    assert not season_of(folder, 1).is_recorded


def test_everybody_plays_on_from_the_public_record(tmp_path: Path):
    current = played_publicly(played(tmp_path))
    assert str(current.state.phase) == "F2021M"
    assert current.state.secrets is not None
    assert current.state.secrets.cut
    assert not current.state.owners
    assert current.state.units["Ruh"].power == "Germany"


def test_the_inbox_of_a_secret_game_shows_no_range(tmp_path: Path):
    folder = ash(tmp_path)
    hand_in_ranges(folder)
    words = [word.text for word in list_inbox(opened(folder), IDENTITY)]
    assert "Germany: opens, 1 of 1 orders readable" in words
    assert "Ruh" not in " ".join(words)


def test_a_missing_secret_for_throws_is_asked_for_without_naming_what_is_thrown(tmp_path: Path):
    folder = ash(tmp_path)
    hand_in_ranges(folder)
    sealed = seal_hidden_file(hidden_toml(ASH, None), opened(folder).settings.secrecy.gm_keys, ASH)
    before = opened(folder).settings.secrecy.hidden
    (folder / HIDDEN).write_bytes(sealed)
    change(folder / "game.toml", before, digest(sealed))
    waiting = closed(folder).waiting
    assert waiting is not None
    said = " ".join(f"{one.title} {one.hint}" for one in waiting.reasons)
    assert "throw in secret" in said
    assert "Boh" not in said
    assert "Austria" not in said
    done = closed(folder, dice=Dice(game=ASH, secret=SECRET))
    assert done.waiting is None


def test_findings_of_lines_that_stay_secret_say_where_and_not_what(tmp_path: Path):
    folder = ash(tmp_path)
    hand_in_ranges(folder)
    hand_in_sealed(folder, "Germany", orders="mountain Ruh/Kei")
    waiting = closed(folder).waiting
    assert waiting is not None
    let_lines_hold(folder)
    for finding in (*waiting.reasons, *closed(folder).findings):
        assert "/germany.toml" in finding.where.file
        assert "Kei" not in f"{finding.title}{finding.line}{finding.hint}{finding.if_left}"


def test_a_note_that_stays_secret_is_mentioned_and_not_repeated(tmp_path: Path):
    folder = ash(tmp_path)
    hand_in_ranges(folder)
    hand_in_sealed(folder, "Germany", orders="mountain Ruh/Kie", note="I want Kie")
    waiting = closed(folder).waiting
    assert waiting is not None
    assert "wrote to the GM" in waiting.reasons[0].title
    assert "I want" not in waiting.reasons[0].title


# Checking


def test_with_the_key_every_season_is_judged_again(tmp_path: Path):
    found = verify_game(played(tmp_path), IDENTITY)
    assert (found.differences, found.seasons, found.unjudged) == ((), 2, 0)


def test_without_the_key_digests_are_compared_and_it_is_said_that_no_more_was(tmp_path: Path):
    found = verify_game(played(tmp_path))
    assert (found.differences, found.seasons, found.unjudged) == ((), 2, 2)


@pytest.mark.parametrize(
    "name",
    [
        f"seasons/2021-1-spring/{SEALED_RECORD}",
        "seasons/2021-1-spring/opened/germany.toml",
        "seasons/2020-3-winter-placement/orders/germany.toml.age",
        "seasons/2020-3-winter-placement/result.json",
        "seasons/2021-1-spring/close.toml",
    ],
)
def test_a_file_that_was_exchanged_is_found_with_and_without_the_key(tmp_path: Path, name: str):
    folder = played(tmp_path)
    path = folder / name
    content = path.read_bytes()
    path.write_bytes(
        content.replace(b"Germany", b"Germamy") if b"Germany" in content else content + b"\n"
    )
    for identity in (None, IDENTITY):
        assert not verify_game(folder, identity).is_sound


def test_another_file_of_secrets_is_refused(tmp_path: Path):
    folder = played(tmp_path)
    keys = opened(folder).settings.secrecy.gm_keys
    (folder / HIDDEN).write_bytes(seal_hidden_file(hidden_toml(ASH, SECRET), keys, ASH))
    with pytest.raises(SealError, match="S09"):
        verify_game(folder, IDENTITY)


def test_a_public_record_that_does_not_agree_with_the_sealed_one_is_found(tmp_path: Path):
    folder = placed(tmp_path)
    result = season_of(folder).result
    record = json.loads(result.read_bytes())
    record["players"] = {"Germany": "Somebody else"}
    from zinegen.play.records import canonical

    result.write_bytes(canonical(record))
    texts = [one.text for one in verify_game(folder, IDENTITY).differences]
    assert any("does not say what was judged in secret" in text for text in texts)


def test_at_the_end_everybody_judges_it_again_and_makes_the_throws_again(tmp_path: Path):
    folder = played(tmp_path)
    end(folder)
    found = verify_game(folder)
    assert (found.differences, found.unjudged, found.unchecked) == ((), 0, 0)


def test_a_draw_that_does_not_follow_from_the_secret_is_found_at_the_end(tmp_path: Path):
    folder = ash(tmp_path)
    hand_in_ranges(folder)
    closed(folder, dice=Dice(game=ASH, secret=bytes(32)))
    end(folder)
    texts = [one.text for one in verify_game(folder).differences]
    assert any("the secret gives" in text for text in texts)


def test_a_key_of_another_game_opens_nothing(tmp_path: Path):
    folder = played(tmp_path)
    with pytest.raises(SealError, match="S07"):
        verify_game(folder, parse_identity(BOB.secret))


# Bad input


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('orders  = "sealed"', 'orders = "open"', "its orders must be sealed"),
        ("[chance]\n", "[chance]\nchain = 20\n", "would publish the secret throws"),
        ("[policy]", "[start]\ncentres.Germany = ['Kie']\n[policy]", "would be public here"),
        ("[policy]", "[start]\nknown.Germany = ['Kie']\n[policy]", "would be public here"),
        ("[policy]", "[start.secret]\nranges = ['Kie/Ruh']\n[policy]", "would be public here"),
        ('hidden  = "sha256:', 'hidden = "md5:', "no digest"),
        ("[secrecy]\n", '[secrecy]\nopen_key = "AGE-SECRET-KEY-1X"\n', "no key of a game"),
    ],
)
def test_settings_that_would_give_secrets_away_are_refused(tmp_path: Path, old, new, what):
    from zinegen.archive import BrokenGame, open_game

    folder = ash(tmp_path)
    change(folder / "game.toml", old, new)
    game = open_game(folder)
    assert isinstance(game, BrokenGame)
    assert any(what in finding.title for finding in game.findings)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "game = 'ash'",
        "game = 'ash'\nopen_key = 'short'",
        "game = 'other'\nopen_key = '{key}'",
        "game = 'ash'\nopen_key = '{key}'\nsecret = 'xyz'",
        "game = 'ash'\nopen_key = '{key}'\ncanary = 1",
        "game = 'ash'\nopen_key = '{key}'\n[[draw]]\nlabel = 'canary'",
    ],
)
def test_a_file_of_secrets_that_is_none_is_refused_without_its_words(text: str):
    key = hidden_toml(ASH, None).partition('open_key = "')[2].partition('"')[0]
    with pytest.raises(SealError) as caught:
        seal_hidden_file(text.format(key=key), [DEPUTY.public], ASH)
    assert "canary" not in str(caught.value)
    assert key not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"x" * 300_000])
def test_damaged_files_are_refused(tmp_path: Path, content: bytes):
    with pytest.raises(SealError, match="S06"):
        open_hidden_file(content, ASH, IDENTITY, digest(content))
    folder = ash(tmp_path)
    (folder / HIDDEN).write_bytes(content)
    with pytest.raises(GameFolderError if len(content) > 262_144 else SealError):
        closed(folder)


def test_a_game_whose_file_of_secrets_is_gone_says_so(tmp_path: Path):
    folder = ash(tmp_path)
    assert opened(folder).findings == ()
    (folder / HIDDEN).write_bytes(b"another")
    assert [one.code for one in opened(folder).findings] == ["S09"]
    (folder / HIDDEN).unlink()
    assert opened(folder).findings[0].title == "there is no such file"
    with pytest.raises(GameFolderError, match=HIDDEN):
        closed(folder)


def test_a_position_to_begin_with_may_be_sealed_with_the_secrets(tmp_path: Path):
    folder = ash(tmp_path)
    text = hidden_toml(ASH, SECRET) + (
        "[start]\nknown.Germany = ['Pru']\n[start.secret]\nranges = ['Ruh/Kie']\n"
        "centres.Germany = ['Kie', 'Pru', 'Sil']\ncentres.neutral = ['Bel']\n"
    )
    sealed = seal_hidden_file(text, opened(folder).settings.secrecy.gm_keys, ASH)
    change(folder / "game.toml", opened(folder).settings.secrecy.hidden, digest(sealed))
    (folder / HIDDEN).write_bytes(sealed)
    secrets = open_sealed_records(opened(folder), IDENTITY)
    assert secrets is not None
    state = secrets.first_state(opened(folder))
    assert state.board.centres == ("Bel", "Kie", "Pru", "Sil")
    assert state.board.ranges
    assert play(opened(folder)).state.board.centres == ()
    assert Power("Germany") in state.powers


@pytest.mark.parametrize(
    "start",
    [
        "known.Germany = ['canary']",
        "secret.ranges = ['canary/Ruh']",
        "secret.ranges = ['Lon/Mos']",
        "secret.centres.Germany = ['canary']",
    ],
)
def test_a_sealed_position_that_is_none_is_refused_without_its_words(tmp_path: Path, start: str):
    folder = ash(tmp_path)
    text = f"{hidden_toml(ASH, SECRET)}[start]\n{start}\n"
    sealed = seal_hidden_file(text, opened(folder).settings.secrecy.gm_keys, ASH)
    change(folder / "game.toml", opened(folder).settings.secrecy.hidden, digest(sealed))
    (folder / HIDDEN).write_bytes(sealed)
    with pytest.raises(SealError, match="S04") as caught:
        closed(folder)
    assert "canary" not in str(caught.value)
    assert "Mos" not in str(caught.value)


def test_secrets_of_a_game_that_was_given_another_name_are_told_to_be_another_games():
    gm = make_key_pair()
    sealed = seal_hidden_file(hidden_toml("ash", SECRET), [gm.public], "ash")
    with pytest.raises(SealError, match=r"S05: .* sealed for another place \(for game ash\)"):
        open_hidden_file(sealed, "embers", parse_identity(gm.secret), digest(sealed))


def test_a_truth_that_comes_out_otherwise_is_told_without_telling_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = played(tmp_path)
    judged = adjudicate

    def otherwise(variant, state, sheet):
        after, report = judged(variant, state, sheet)
        return replace(after, owners={}), report

    monkeypatch.setattr("zinegen.play.season.adjudicate", otherwise)
    texts = [one.text for one in verify_game(folder, IDENTITY).differences]
    assert texts
    assert all("comes out otherwise than it was judged in secret" in text for text in texts)


def test_dice_that_the_gm_threw_in_secret_are_typed_into_the_file_of_secrets(tmp_path: Path):
    folder = ash(tmp_path)
    hand_in_ranges(folder)
    text = hidden_toml(ASH, SECRET) + (
        "[[draw]]\nlabel = '2020-3-winter-placement/W2020P/centres/Austria 1'\nby = 'gm'\n"
        "sides = 6\nresult = 5\ncandidates = ['Boh', 'Bud', 'Gal', 'Tri', 'Tyr', 'Vie']\n"
    )
    sealed = seal_hidden_file(text, opened(folder).settings.secrecy.gm_keys, ASH)
    change(folder / "game.toml", opened(folder).settings.secrecy.hidden, digest(sealed))
    (folder / HIDDEN).write_bytes(sealed)
    (record,) = closed(folder).records
    typed = [draw for draw in record.phases[0].draws if draw.by == "gm"]
    assert [(draw.result, draw.secret) for draw in typed] == [(5, True)]
    assert "Tyr" in record.after.board.centres
    assert verify_game(folder, IDENTITY).is_sound


def test_a_closing_that_was_cut_off_is_finished_by_the_next_one(tmp_path: Path):
    folder = placed(tmp_path)
    before = published(folder)
    season = season_of(folder)
    season.result.unlink()  # the last file that a closing writes for a season
    assert len(closed(folder).records) == 1
    after = published(folder)
    assert after.keys() == before.keys()
    first, second = (
        json.loads(files["seasons/2020-3-winter-placement/result.json"])
        for files in (before, after)
    )
    del first["inputs"], second["inputs"]
    assert first == second
    assert verify_game(folder, IDENTITY).is_sound
