"""HTML that mail programs and feed readers show: few tags, no scripts, and for mails inline styles.

Most mail programs drop style sheets, so each tag bears its own; feeds are shown in the look of their
reader, and their tags bear none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup, escape

from zinegen.pages.outgoing.prose import ProseElement, prose_html

SERIF = "Georgia,'Times New Roman',serif"
TYPED = "'Courier New',Courier,monospace"
INK, FAINT, LINE, PAPER, FAILED, LINK = (
    "#1f1a14",
    "#665c4e",
    "#b9ad97",
    "#fffdf7",
    "#8c2a1c",
    "#1d4f73",
)
WIDTH = 640
"""Pixels: as wide as a mail is set at most."""
_CELL = f"border-bottom:1px solid {LINE};"
_TEXT = f"font-family:{SERIF};font-size:16px;line-height:1.5;color:{INK};"
STYLES: Mapping[str, str] = {
    "a": f"color:{LINK};",
    "p": "margin:0 0 12px;",
    "ul": "margin:0 0 12px;padding:0 0 0 20px;",
    "ol": "margin:0 0 12px;padding:0 0 0 24px;",
    "li": "margin:0 0 4px;",
    "hr": f"border:0;border-top:1px solid {LINE};margin:16px auto;width:40%;",
    "blockquote": f"margin:0 0 12px;padding:0 0 0 12px;border-left:3px solid {LINE};",
    "pre": f"margin:0 0 12px;font-family:{TYPED};font-size:14px;white-space:pre-wrap;",
    "code": f"font-family:{TYPED};font-size:14px;",
    "h1": "margin:20px 0 12px;font-size:28px;line-height:1.2;font-weight:bold;text-align:center;",
    "h2": "margin:0 0 4px;font-size:24px;line-height:1.2;font-weight:bold;",
    "h3": "margin:24px 0 8px;padding:0 0 2px;font-size:18px;line-height:1.3;"
    f"border-bottom:1px solid {LINE};",
    "h4": "margin:12px 0 4px;font-size:16px;line-height:1.3;",
    "table": "border-collapse:collapse;width:100%;margin:0 0 12px;font-size:15px;",
    "caption": f"text-align:left;font-style:italic;color:{FAINT};padding:0 0 4px;",
    "th": f"{_CELL}text-align:left;",
    "td": _CELL,
    "number": f"{_CELL}text-align:right;",
    "page": f"{_TEXT}background:{PAPER};max-width:{WIDTH}px;margin:0 auto;padding:20px;",
    "masthead": f"text-align:center;border-top:4px double {INK};border-bottom:4px double {INK};"
    "padding:12px 0;",
    "title": "margin:0;font-size:34px;line-height:1.15;letter-spacing:2px;font-weight:bold;",
    "motto": f"margin:4px 0 0;font-style:italic;color:{FAINT};",
    "line": f"margin:0 0 16px;padding:6px 0;font-size:14px;color:{FAINT};text-align:center;"
    f"border-bottom:1px solid {LINE};",
    "season": f"margin:32px 0 0;padding:12px 0 0;border-top:4px double {INK};",
    "kicker": f"margin:0 0 4px;font-size:14px;color:{FAINT};",
    "banner": f"margin:0 0 12px;padding:8px 12px;border:2px solid {FAILED};",
    "lead": "margin:8px 0 12px;font-size:17px;font-style:italic;",
    "map": "margin:0 0 12px;",
    "img": f"display:block;width:100%;max-width:{WIDTH}px;height:auto;border:0;",
    "note": f"margin:4px 0 0;font-size:14px;color:{FAINT};",
    "powers": "font-size:0;",
    "power": "display:inline-block;width:100%;max-width:300px;vertical-align:top;"
    f"margin:0 10px 14px 0;font-family:{SERIF};font-size:15px;line-height:1.4;",
    "orders": "margin:0;padding:0 0 0 18px;list-style:none;text-indent:-12px;",  # inherited by the lines
    "failed": f"color:{FAILED};",
    "why": f"color:{FAINT};",
    "span": "font-variant:small-caps;",
    "headline": f"color:{INK};text-decoration:none;",
    "press": "margin:0 0 16px;",
    "dateline": f"margin:0 0 2px;font-family:{TYPED};font-size:13px;font-weight:bold;letter-spacing:1px;",
    "by": f"margin:-8px 0 0;text-align:right;font-style:italic;color:{FAINT};",
    "deadline": f"margin:12px 0;padding:10px;border:2px solid {INK};text-align:center;font-weight:bold;",
    "foot": f"margin:32px 0 0;padding:10px 0 0;border-top:1px solid {LINE};font-size:13px;color:{FAINT};",
}
"""What a tag, or a part of a mail, looks like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlWriter:
    """Writes tags, with inline styles or without any; what is no `Markup` is escaped."""

    is_styled: bool = True

    def style(self, look: str) -> str:
        """Return the attribute for a look, with a blank before it; empty where there is none."""
        return f' style="{STYLES[look]}"' if self.is_styled and look in STYLES else ""

    def tag(self, tag: str, inside: str = "", look: str = "", **attributes: str) -> Markup:
        """Return an element; ``look`` is one of `STYLES`, by itself the tag's own."""
        told = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        style = self.style(look or tag)
        return Markup(f"<{tag}{told}{style}>{escape(inside)}</{tag}>")  # noqa: S704  # escaped

    def link(self, text: str, address: str, look: str = "a") -> str:
        """Return a link, or its text where it leads nowhere."""
        return self.tag("a", text, look, href=address) if address else text

    def image(self, source: str, alt: str, most: int = WIDTH) -> Markup:
        """Return a picture, at most so many pixels across; a program that shows none prints what it shows."""
        style = Markup(self.style("img"))  # noqa: S704  # ours
        if most < WIDTH:
            style = style.replace(f"max-width:{WIDTH}px", f"max-width:{most}px")
        width = Markup(f' width="{min(most, WIDTH)}"') if self.is_styled else ""  # noqa: S704  # ours
        return Markup('<img src="{}" alt="{}"{}{}>').format(source, alt, width, style)

    def list(self, items: Iterable[str]) -> Markup:
        """Return a list."""
        return self.tag("ul", join(self.tag("li", one) for one in items))

    def prose(self, root: ProseElement) -> Markup:
        """Return people's text."""
        return prose_html(root, self.style)

    def table(self, caption: str, rows: Iterable[tuple[str, ...]], numbers: int = 0) -> Markup:
        """Return a table: the first cell of a row is its head, the next ``numbers`` are set to the right."""
        lines = [
            join(
                self.tag("th", cell, scope="row")
                if place == 0
                else self.tag("td", cell, "number" if place <= numbers else "td")
                for place, cell in enumerate(row)
            )
            for row in rows
        ]
        head = self.tag("caption", caption) if caption else Markup()
        body = join(self.tag("tr", one, **self.row) for one in lines)
        return self.tag("table", head + self.tag("tbody", body), **self.grid)

    @property
    def grid(self) -> Mapping[str, str]:
        """The attributes of a table, which mail programs have known for longer than styles."""
        return {"cellpadding": "4"} if self.is_styled else {}

    @property
    def row(self) -> Mapping[str, str]:
        """The same of its rows."""
        return {"valign": "top"} if self.is_styled else {}


def join(parts: Iterable[str]) -> Markup:
    """Return several parts one behind the other."""
    return Markup().join(parts)
