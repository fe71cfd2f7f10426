"""Make ``zinegen/data/glyphs.json``: outlines, widths and kerning of the zine's typeface, as data.

Run by hand when the typeface changes, in an environment that has fontTools and brotli:

    python tests/drawing/make_glyphs.py site_src/assets/fonts zinegen/data/glyphs.json

Source: Libre Caslon Text, SIL Open Font License 1.1; see zinegen/data/libre-caslon-text.LICENSE.txt.
"""

import json
import sys
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.qu2cu import quadratic_to_curves
from fontTools.ttLib import TTFont

EM = 128
ERROR = 0.7
"""How far, in steps of the grid, a curve may be from the typeface's own."""
FACES = {"regular": "400-normal", "italic": "400-italic", "bold": "700-normal"}
LETTERS = [
    *map(chr, range(0x20, 0x7F)),
    *map(chr, range(0xA1, 0x180)),
    *"\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2026\u2022\u2212",
]


def outline(font, name, scale):
    """Return the first point and the rest of an outline, in relative commands, y down.

    The typeface's chains of quadratic curves become fewer cubic ones, at most `ERROR` away.
    """
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(pen)
    path = Pen()
    spline = []

    def flush():
        for curve in quadratic_to_curves(spline, ERROR, all_cubic=True) if spline else ():
            path.curve(curve[1:])
        spline.clear()

    last = (0, 0)
    for command, places in pen.value:
        points = [(x * scale, -y * scale) for x, y in places]
        if command == "qCurveTo":
            spline.append([last, *points])
        else:
            flush()
            if command == "moveTo":
                path.move(points[0])
            elif command == "lineTo":
                path.line(points[0])
            elif command == "closePath":
                path.close()
        last = points[-1] if points else last
    return [*(path.first or (0, 0)), shortened(path.parts)]


class Pen:
    """An outline in the making, on the grid."""

    def __init__(self):
        self.first, self.here, self.start, self.parts = None, (0, 0), (0, 0), []

    def steps(self, points):
        """Return the steps to some points, and go there."""
        numbers = []
        for x, y in points:
            numbers += [round(x) - self.here[0], round(y) - self.here[1]]
        self.here = tuple(map(round, points[-1]))
        return "".join(f"{n}" if n < 0 else f" {n}" for n in numbers).strip()

    def move(self, to):
        """Begin a contour."""
        if self.first is None:
            self.first = self.here = tuple(map(round, to))
        else:
            self.parts.append("m" + self.steps([to]))
        self.start = self.here

    def line(self, to):
        """Go straight on."""
        x, y = round(to[0]) - self.here[0], round(to[1]) - self.here[1]
        if x and y:
            self.parts.append("l" + self.steps([to]))
        elif x or y:
            self.parts.append(f"h{x}" if x else f"v{y}")
            self.here = self.here[0] + x, self.here[1] + y

    def curve(self, points):
        """Go on along a cubic curve."""
        self.parts.append("c" + self.steps(points))

    def close(self):
        """End a contour where it began."""
        self.parts.append("z")
        self.here = self.start


def shortened(parts):
    """Leave out a command letter that repeats the one before."""
    text, last = "", ""
    for part in parts:
        letter, numbers = part[0], part[1:]
        if letter == last and letter != "m":
            text += numbers if numbers.startswith("-") else " " + numbers
        else:
            text += part
        last = letter
    return text


def kerning(font, wanted, scale):
    """Return the pairs of letters that stand closer or wider than their widths say."""
    names = {name: letter for letter, name in wanted.items()}
    found = {}
    table = font["GPOS"].table
    lookups = {
        index
        for feature in table.FeatureList.FeatureRecord
        if feature.FeatureTag == "kern"
        for index in feature.Feature.LookupListIndex
    }
    for index in sorted(lookups):
        for table_ in table.LookupList.Lookup[index].SubTable:
            sub = getattr(table_, "ExtSubTable", table_)
            if sub.LookupType == 2:
                for pair_, value in pairs(sub, names):
                    found.setdefault(pair_, round(value * scale))
    return {pair_: value for pair_, value in sorted(found.items()) if abs(value) >= 3}


def pairs(sub, names):
    for place, first in enumerate(sub.Coverage.glyphs):
        if first not in names:
            continue
        if sub.Format == 1:
            for record in sub.PairSet[place].PairValueRecord:
                if record.SecondGlyph in names and record.Value1:
                    yield names[first] + names[record.SecondGlyph], record.Value1.XAdvance or 0
        else:
            row = sub.Class1Record[sub.ClassDef1.classDefs.get(first, 0)].Class2Record
            for second, letter in names.items():
                value = row[sub.ClassDef2.classDefs.get(second, 0)].Value1
                if value and getattr(value, "XAdvance", 0):
                    yield names[first] + letter, value.XAdvance


def main(folder, target):
    result = {"em": EM, "faces": {}}
    for face, suffix in FACES.items():
        glyphs, kerns = {}, {}
        for part in ("latin", "latin-ext"):
            font = TTFont(folder / f"libre-caslon-text-{part}-{suffix}.woff2")
            scale = EM / font["head"].unitsPerEm
            cmap = font.getBestCmap()
            wanted = {letter: cmap[ord(letter)] for letter in LETTERS if ord(letter) in cmap}
            for letter, name in wanted.items():
                width = round(font["hmtx"][name][0] * scale)
                glyphs.setdefault(letter, [width, *outline(font, name, scale)])
            simple = {
                a: n for a, n in wanted.items() if a.isascii() and (a.isalpha() or a in ".,-")
            }
            kerns |= kerning(font, simple, scale) if "GPOS" in font else {}
        result["faces"][face] = {"glyphs": dict(sorted(glyphs.items())), "kern": kerns}
    text = json.dumps(result, ensure_ascii=False, separators=(",", ":"))
    target.write_text(text.replace('],"', '],\n"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
