"""Walks through trees of choices, as a page walks them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

Choices = Mapping[str, Any]


def list_lines(choices: Choices, first: int) -> Iterator[str]:
    """Yield every line that the clicks from a node on lead to."""
    nodes = choices["nodes"]
    unfinished: list[tuple[str, tuple[int, ...]]] = [("", (first,))]
    while unfinished:
        text, todo = unfinished.pop()
        if not todo:
            yield text
            continue
        node, rest = nodes[todo[0]], todo[1:]
        if node.get("end"):
            unfinished.append((text, rest))
        for _, more, *after in node.get("buttons", ()):
            unfinished.append((text + more, (*after, *rest)))
        for more, *after in node.get("provinces", {}).values():
            unfinished.append((text + more, (*after, *rest)))


def walk_at_random(choices: Choices, first: int, dice: random.Random) -> str:
    """Return the line that clicks at random lead to."""
    text, todo = "", [first]
    while todo:
        node = choices["nodes"][todo.pop(0)]
        ways: list[list[Any]] = [step[1:] for step in node.get("buttons", ())]
        ways += node.get("provinces", {}).values()
        ways += [[""]] if node.get("end") else []
        more, *after = dice.choice(ways)
        text, todo = text + more, [*after, *todo]
    return text
