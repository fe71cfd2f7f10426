"""Hostile press in a real browser: nothing runs, nothing leaves its box, nothing is asked of anybody."""

import json
from pathlib import Path

import pytest

from tests.browser.listening import listening
from zinegen.pages import PressError, render_press

pytestmark = pytest.mark.browser

PAYLOADS = json.loads(
    (Path(__file__).parents[1] / "data" / "press_payloads.json").read_text("utf-8")
)["payloads"]
MORE = [
    "<" * 4000,
    "[" * 4000,
    "&#60;img src=x onerror=alert(1)&#62;",
    "\u202e<img src=x>",
    "* " * 1999 + "x",
]


@pytest.mark.parametrize("text", [*(one["text"] for one in PAYLOADS), *MORE])
def test_a_hostile_text_does_nothing(page, text):
    """Loaded, clicked, focused, hovered and toggled."""
    try:
        html = render_press(text)
    except PressError:
        return
    with listening(page) as said:
        page.set_content(f"<div class=press>{html}</div><p class=sentinel>END</p>")
        found = page.evaluate(
            """() => {
                const box = document.querySelector(".press")
                for (const one of box.querySelectorAll("*")) {
                    one.addEventListener("click", event => event.preventDefault())
                    one.click(); one.focus?.()
                    for (const name of ["mouseover", "toggle", "focus"]) one.dispatchEvent(new Event(name))
                }
                return {
                    tags: [...box.querySelectorAll("*")].map(one => one.tagName.toLowerCase()),
                    next: box.nextElementSibling.className,
                    children: document.body.children.length,
                }
            }"""
        )
    assert found["next"] == "sentinel"
    assert found["children"] == 2
    assert not {"img", "script", "svg", "iframe", "form", "input", "style", "h1"} & set(
        found["tags"]
    )
    assert said == []
