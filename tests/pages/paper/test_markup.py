"""Texts as trees: what a document can set, and nothing else."""

from __future__ import annotations

import pytest

from zinegen.pages.paper.markup import read_markup, to_data, to_xhtml


@pytest.mark.parametrize(
    ("html", "xhtml"),
    [
        (
            "<p>a <b>bold</b> &amp; <i>slanted</i></p>",
            "<p>a <strong>bold</strong> &amp; <em>slanted</em></p>",
        ),
        ("<p>one<br>two<hr>", "<p>one<br/>two</p><hr/>"),
        ("<p>one<p>two", "<p>one</p><p>two</p>"),
        (
            "<ul><li>1<li>2<ul><li>3</ul><li>4</ul>",
            "<ul><li>1</li><li>2<ul><li>3</li></ul></li><li>4</li></ul>",
        ),
        (
            "<table> <tr><td>1<td>2<tr><td>3</table>",
            "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>",
        ),
        ("<section><marquee>kept words</marquee></section>", "kept words"),
        ("<p onclick='x()' style='y' class='z'>bare</p>", "<p>bare</p>"),
        ("a</p></div></strong> b", "a b"),
        ("<pre>two\n  lines</pre>", "<pre>two\n  lines</pre>"),
        ("<p>many \n\t blanks</p>", "<p>many blanks</p>"),
    ],
)
def test_what_is_known_is_kept_and_closed(html: str, xhtml: str) -> None:
    assert to_xhtml(read_markup(html)) == xhtml


@pytest.mark.parametrize(
    "tag", ["script", "style", "iframe", "svg", "template", "noscript", "object"]
)
def test_of_what_runs_not_even_the_text_is_left(tag: str) -> None:
    assert to_xhtml(read_markup(f"<p>a<{tag}>evil <b>x</b></{tag}>b</p>")) == "<p>ab</p>"


def test_addresses_are_what_the_document_makes_of_them() -> None:
    html = '<a href="x.md">here</a> <a href="javascript:y">there</a> <img src="p.png" alt="A map">'
    known = {"x.md": "https://zine.example/x/?a&b"}
    assert to_xhtml(read_markup(html, lambda address: known.get(address, ""))) == (
        '<a href="https://zine.example/x/?a&amp;b">here</a> there A map'
    )


def test_a_tree_is_plain_data() -> None:
    assert to_data(read_markup("<p>a <em>b</em></p>")) == [
        {
            "tag": "p",
            "to": "",
            "alt": "",
            "kids": ["a ", {"tag": "em", "to": "", "alt": "", "kids": ["b"]}],
        }
    ]
