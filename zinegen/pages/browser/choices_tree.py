"""Lines as a tree of clicks: what a page needs to let a reader put an order together.

The way of clicks that leads to a line is read off the order itself: every province, unit and coast that its
text names (`zinegen.game.orders.Order.text`) is a click on the map, and the words between them are buttons.
Format: docs/map-data.md, "Choices".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from zinegen.board.board import Board, Power
from zinegen.game.units import BorderName, Kind, PlaceName, UnitName
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.writer import Canonical
from zinegen.pages.browser.plain_data import Json

_EDGE, _BETWEEN = "\x1e", "\x1f"
"""Round what is clicked, and between the province and the text of it; no line holds them."""


def _mark(text: str, province: str = "") -> str:
    return f"{_EDGE}{province}{_BETWEEN}{text}{_EDGE}"


class ClickWording:
    """How order texts call things on a board, with marks round what is clicked; else as `Canonical`."""

    def __init__(self, board: Board) -> None:
        self._plain = Canonical(board)
        self._units: dict[tuple[UnitName, Power | None], str] = {}
        self._provinces = {
            face: _mark(province.abbreviation, face) for face, province in board.provinces.items()
        }

    def kind(self, kind: Kind) -> str:
        """Return the letters of a kind of unit."""
        return self._plain.kind(kind)

    def unit(self, named: UnitName, of: Power | None = None) -> str:
        """Return a unit, a click on its province."""
        known = self._units.get((named, of))
        if known is None:
            known = _mark(self._plain.unit(named, of), named.at.province)
            self._units[named, of] = known
        return known

    def province(self, face: ProvinceKey) -> str:
        """Return a province, a click on it."""
        return self._provinces[face]

    def place(self, spot: PlaceName) -> str:
        """Return a place, a click on its province and a button for a coast."""
        name, slash, coast = self._plain.place(spot).partition("/")
        return (
            self.province(spot.province)
            if not slash
            else _mark(name, spot.province) + _mark(f"/{coast}")
        )

    def coast(self, coast: str) -> str:
        """Return a coast, a button."""
        return _mark(self._plain.coast(coast))

    def border(self, border: BorderName, sign: str = "/") -> str:
        """Return a border, clicks on both sides."""
        sides = (
            self.province(side.province)
            + (f"({self._plain.coast(side.coast)})" if side.coast else "")
            for side in (border.one, border.other)
        )
        number = f" no. {border.number}" if border.number is not None else ""
        return sign.join(sides) + number

    def nationality(self, power: Power) -> str:
        """Return the adjective of a power, a button."""
        return _mark(self._plain.nationality(power))


class Click(NamedTuple):
    """One step on the way to a line."""

    province: str
    """The key of the province that is clicked; empty for a button."""
    text: str
    """What it adds to the line."""
    label: str = ""
    """The words on a button."""


LABELS = {
    "-": "moves to",
    "H": "holds",
    "S": "supports",
    "C": "convoys",
    "E": "goes aboard",
    "D": "lands in",
    "disband": "disbands",
    "becomes F": "becomes a fleet",
    "build A": "builds an army",
    "build F": "builds a fleet",
    "build M": "builds a mutant force",
    "remove": "is removed",
    "waive": "waives a build",
    "A": "army",
    "F": "fleet",
    "mountain": "mountain range",
}
"""What buttons say instead of the words they add."""
RETREAT_LABELS = {**LABELS, "-": "retreats to"}


def label_of(words: str, labels: Mapping[str, str] = LABELS) -> str:
    """Return what a button with these words says."""
    plain = words.strip(" :;,/()")
    return f"{plain} times" if plain.isdigit() else labels.get(plain, plain or "next")


def find_way(text: str, labels: Mapping[str, str] = LABELS) -> tuple[Click, ...]:
    """Return the clicks to a line in `ClickWording`.

    A line that begins with words has its first province clicked before them, so that every order begins on
    the map; its click adds nothing yet, and the words behind it add its name as well.
    """
    pieces = text.split(_EDGE)
    clicked = [at for at in range(1, len(pieces), 2) if pieces[at][0] != _BETWEEN]
    held = clicked[0] if clicked and (pieces[0] or clicked[0] > 1) else None
    way: list[Click] = []
    if held is not None:
        way.append(Click(pieces[held].partition(_BETWEEN)[0], ""))
    for at, piece in enumerate(pieces):
        if at % 2 == 0:
            if piece:
                way.append(Click("", piece, label_of(piece, labels)))
            continue
        province, _, name = piece.partition(_BETWEEN)
        if at == held:
            before = way[-1]
            way[-1] = before._replace(text=before.text + name)
        else:
            way.append(Click(province, name, "" if province else label_of(name, labels)))
    return tuple(way)


def find_plain_text(text: str) -> str:
    """Return a text in `ClickWording` without its marks."""
    return "".join(piece.rpartition(_BETWEEN)[2] for piece in text.split(_EDGE))


@dataclass(slots=True, eq=False)
class Tree:
    """Ways of clicks that begin alike, together."""

    is_end: bool = False
    """A line may end here."""
    steps: dict[Click, Tree] = field(default_factory=dict)
    extra: list[Json] = field(default_factory=list)
    """Buttons that lead elsewhere than to a tree below."""

    def add(self, way: tuple[Click, ...]) -> None:
        """Add the way to a line."""
        node = self
        for click in way:
            below = node.steps.get(click)
            if below is None:
                below = node.steps[click] = Tree()
            node = below
        node.is_end = True


def join_trees(trees: Sequence[Tree]) -> Tree:
    """Return the ways of several trees as one; the trees stay as they are, and parts of them are shared."""
    if len(trees) == 1:
        return trees[0]
    together: dict[Click, list[Tree]] = {}
    for tree in trees:
        for click, below in tree.steps.items():
            together.setdefault(click, []).append(below)
    return Tree(
        is_end=any(tree.is_end for tree in trees),
        steps={click: join_trees(below) for click, below in together.items()},
        extra=[button for tree in trees for button in tree.extra],
    )


def _say_what_follows(text: str, below: Tree) -> str:
    """Return a text with the words on the button behind it, where there is but one: ``Wal empty``."""
    if below.is_end or len(below.steps) != 1:
        return text
    (click,) = below.steps
    return f"{text} {click.label}" if click.label else text


@dataclass(slots=True)
class Nodes:
    """The nodes of many trees as JSON, each that is like another only once."""

    found: list[Json] = field(default_factory=list)
    _known: dict[str, int] = field(default_factory=dict)
    _added: dict[Tree, int] = field(default_factory=dict)

    def add_tree(self, tree: Tree) -> int:
        """Return the number of a tree's first node; the tree must not change any more."""
        known = self._added.get(tree)
        if known is None:
            known = self._added[tree] = self._add_tree(tree)
        return known

    def _add_tree(self, tree: Tree) -> int:
        provinces: dict[str, list[tuple[str, Tree]]] = {}
        buttons: list[Json] = []
        for click, below in tree.steps.items():
            if click.province:
                provinces.setdefault(click.province, []).append((click.text, below))
            else:
                text, tail = self._follow(click.text, below, is_button=True)
                buttons.append([click.label, text, *tail])
        node: dict[str, Json] = {}
        if tree.is_end:
            node["end"] = True
        if provinces:
            node["provinces"] = {
                face: self._add_province(ways) for face, ways in sorted(provinces.items())
            }
        if buttons or tree.extra:
            node["buttons"] = [*buttons, *tree.extra]
        return self.add(node)

    def add(self, node: dict[str, Json]) -> int:
        """Return the number of a node."""
        key = repr(node)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = len(self.found)
            self.found.append(node)
        return known

    def _add_province(self, ways: list[tuple[str, Tree]]) -> Json:
        """Return the step of a click on a province; where it can mean several texts, buttons ask which."""
        if len(ways) > 1:
            asked = Tree()
            for text, below in ways:
                if text:
                    asked.steps[Click("", text, _say_what_follows(text, below))] = below
                else:
                    asked.is_end |= below.is_end
                    asked.steps.update(below.steps)
            ways = [("", asked)]
        text, tail = self._follow(*ways[0], is_button=False)
        return [text, *tail]

    def _follow(self, text: str, below: Tree, *, is_button: bool) -> tuple[str, Iterator[Json]]:
        """Return the text of a step with all that can only follow it, and the number of what comes then."""
        while not below.is_end and len(below.steps) == 1 and not below.extra:
            ((click, after),) = below.steps.items()
            if is_button and click.province:
                break
            text, below = text + click.text, after
        return text, iter((self.add_tree(below),) if below.steps or below.extra else ())
