"""The list of what was sent outlives every cut."""

from pathlib import Path

from zinegen.delivery.sent_list import SentEntry, SentList, State

ONE = SentEntry(number="issues/8", to="ann@a.example", state=State.BEGUN, digest="d")
SENT = SentEntry(number="issues/8", to="ann@a.example", state=State.SENT, digest="d")


def test_the_last_line_about_somebody_counts(tmp_path: Path):
    path = tmp_path / "new" / "sent.jsonl"
    SentList.read(path).add([ONE])
    found = SentList.read(path).find("issues/8", "ann@a.example")
    assert found is not None
    assert found.state is State.BEGUN
    SentList.read(path).add([SENT])
    found = SentList.read(path).find("issues/8", "ann@a.example")
    assert found is not None
    assert (found.state, found.digest) == (State.SENT, "d")
    assert SentList.read(path).find("issues/9", "ann@a.example") is None


def test_half_a_line_of_a_run_that_was_cut_off_hides_nothing(tmp_path: Path):
    path = tmp_path / "sent.jsonl"
    SentList.read(path).add([SENT])
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole + whole[:cut])
        other = SentEntry(number="issues/9", to="b", state=State.SENT)
        SentList.read(path).add([other])
        found = SentList.read(path)
        assert found.find("issues/8", "ann@a.example") is not None
        assert found.find("issues/9", "b") is not None


def test_lines_that_are_no_entries_are_passed_over(tmp_path: Path):
    path = tmp_path / "sent.jsonl"
    path.write_text('[]\n{"number": 8}\n{"number": "1", "to": "a", "state": "flown"}\nnull\n')
    assert SentList.read(path).entries == {}


def test_others_cannot_read_it(tmp_path: Path):
    path = tmp_path / "sent.jsonl"
    SentList.read(path).add([SENT])
    assert path.stat().st_mode & 0o077 == 0
