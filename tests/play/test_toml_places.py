import random
import tomllib
from collections.abc import Iterator, Mapping

import pytest

from zinegen.errors import NotationError, Where
from zinegen.play.texts.toml_places import KeyPath, find_key_places

ORDERS = """game   = "winter"   # the path says so too
season = "1901-1-spring"

orders = '''
F Lon - NTH
  F Edi - NWG
'''
events = "Erode Mun"
coasts = '''F Bre: nc'''
note = \"\"\"One
two \\
   still two\\nthree\"\"\"
"""


def test_every_key_and_every_line_of_text_has_its_place():
    found = find_key_places(ORDERS)
    assert (found["game",].key.line, found["game",].key.column, found["game",].key.width) == (
        1,
        1,
        4,
    )
    assert (found["game",].value.column, found["game",].value.width) == (10, 8)
    lines = found["orders",].lines
    assert [(spot.line, spot.column, spot.width) for spot in lines] == [
        (5, 1, 11),
        (6, 1, 13),
        (7, 1, 1),
    ]
    (event,) = found["events",].lines
    assert (event.line, event.column, event.width) == (8, 11, 9)
    (coast,) = found["coasts",].lines
    assert (coast.line, coast.column) == (9, 13)
    assert [spot.line for spot in found["note",].lines] == [10, 11, 12]


def test_a_place_becomes_one_that_findings_carry():
    spot = find_key_places("a = 1\nbcd = 2")["bcd",].key
    assert spot.where("x.toml") == Where(file="x.toml", line=2, column=1, end_column=4)


def test_tables_and_arrays_of_tables_are_counted_from_0():
    found = find_key_places("[a.b]\nx = 1\n[[c]]\ny = 1\n[[c]]\ny = 2\n[c.d]\nz = 3\n")
    assert found["a", "b", "x"].key.line == 2
    assert found["c", 0, "y"].key.line == 4
    assert found["c", 1, "y"].key.line == 6
    assert found["c", 1, "d", "z"].key.line == 8
    assert found["a",].key.line == 1


def test_values_inside_arrays_and_inline_tables_have_places():
    found = find_key_places('k = [1, [2, "x"], { a = "b", c.d = 3 }]')
    assert found["k", 1, 1].value.column == 13
    assert found["k", 2, "a"].key.column == 21
    assert found["k", 2, "c", "d"].value.column == 36


def test_line_ends_of_other_systems_count_as_one():
    found = find_key_places("a = 1\r\nb = '''\r\nx\r\ny'''\r\nc = 2\r\n")
    assert [(spot.line, spot.width) for spot in found["b",].lines] == [(3, 1), (4, 1)]
    assert found["c",].key.line == 5


@pytest.mark.parametrize("text", ["a", "a = 'x", "a = {b = 1", "= 1", "[a", "a = [1", 'a = """x'])
def test_broken_files_are_an_error_not_an_endless_search(text):
    with pytest.raises(NotationError):
        find_key_places(text)


BARE = ["a", "b-1", "C_2", "7", "true"]
QUOTED = ['"a b"', "'x.y'", '"\\u00e9"', '"="', "'#'", '"\\"q"']
SCALARS = [
    "1",
    "-0.5",
    "true",
    "1979-05-27",
    "1979-05-27 07:32:00Z",
    "07:32:00",
    "0xff",
    "inf",
    "1e3",
]
STRINGS = [
    '"one"', "'one'", '""', "''", '"a # b"', "'[x]'", '"\\"x\\""', '"a\\nb"', "'a\\nb'",
    "'''\ntwo\nlines\n'''", '"""one\ntwo"""', '"""\nx \\\n   y\n"""', "'''it's'''", '"""""x"""',
    "''''q''''", '"""\\""" x"""', "''''''", '"\\\\"', '"tab\\tx = 1"', "'''\n\n'''",
]  # fmt: skip


class Writer:
    """Writes TOML of every kind at random; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.used: set[str] = set()

    def key(self) -> str:
        """Return a key that this file has not used."""
        while True:
            key = self.dice.choice([*BARE, *QUOTED, f"k{self.dice.randrange(999)}"])
            if key.strip("\"'") not in self.used:
                self.used.add(key.strip("\"'"))
                return key

    def blank(self) -> str:
        """Return blanks, perhaps none."""
        return self.dice.choice(["", " ", "  ", "\t"])

    def value(self, depth: int) -> str:
        """Return a value of any kind."""
        roll = self.dice.random()
        if depth and roll < 0.15:
            gap = self.dice.choice([" ", "\n  ", " # x ] '''\n"])
            inner = [self.value(depth - 1) for _ in range(self.dice.randrange(4))]
            return "[" + gap + f",{gap}".join(inner) + self.dice.choice(["", gap]) + "]"
        if depth and roll < 0.3:
            number = self.dice.randrange(3)
            pairs = [f"i{n}{self.blank()}={self.blank()}{self.value(0)}" for n in range(number)]
            return "{ " + ", ".join(pairs) + " }"
        return self.dice.choice(SCALARS if roll < 0.6 else STRINGS)

    def pair(self) -> str:
        """Return a line with a key and its value."""
        key = self.key()
        if self.dice.random() < 0.2:
            key += self.blank() + "." + self.blank() + self.key()
        remark = self.dice.choice(["", "", "  # it's = [a] \"remark"])
        return (
            f"{self.blank()}{key}{self.blank()}={self.blank()}{self.value(2)}{self.blank()}{remark}"
        )

    def file(self) -> str:
        """Return a whole file."""
        lines = [self.pair() for _ in range(self.dice.randrange(5))]
        for _ in range(self.dice.randrange(4)):
            name = self.key()
            if self.dice.random() < 0.4:
                for _ in range(self.dice.randrange(1, 3)):
                    lines += [f"[[{name}]]", *(self.pair() for _ in range(2))]
            else:
                if self.dice.random() < 0.3:
                    name += f" . {self.key()}"
                lines += [f" [ {name} ]  # x", *(self.pair() for _ in range(2))]
            lines.append(self.dice.choice(["", "# [x]", "  "]))
        return self.dice.choice(["\n", "\r\n"]).join("\n".join(lines).split("\n"))


def leaves(value: object, path: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    """Yield every value of a document with the way to it, tables included."""
    if path:
        yield path, value
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from leaves(inner, (*path, number))


@pytest.mark.parametrize("batch", range(10))
def test_every_place_agrees_with_what_the_toml_reader_found(batch):
    for seed in range(batch * 40, batch * 40 + 40):
        agrees(Writer(seed).file())


def agrees(text: str) -> None:
    """Hold the places of a file against what the reader found in it."""
    found = find_key_places(text)
    values = dict(leaves(tomllib.loads(text)))
    assert set(found) == set(values)
    lines = text.split("\n")
    for path, value in values.items():
        place = found[path]
        key = path[-1]
        spelt = lines[place.key.line - 1][place.key.column - 1 :][: place.key.width]
        if isinstance(key, str):
            assert key in spelt or '"' in spelt or "'" in spelt
        if isinstance(value, bool | int) and isinstance(key, str):
            shown = lines[place.value.line - 1][place.value.column - 1 :][: place.value.width]
            assert tomllib.loads(f"x = {shown}")["x"] == value
        if not isinstance(value, str):
            assert place.lines == ()
            continue
        assert len(place.lines) == len(value.split("\n"))
        if lines[place.value.line - 1][place.value.column - 1] == "'":
            for spot, line in zip(place.lines, value.split("\n"), strict=True):
                assert lines[spot.line - 1][spot.column - 1 :].startswith(line)
