"""What a page may load and run: its Content Security Policy, and what in a GM's text it forbids."""

import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser

_ORIGIN = re.compile(r"https?://[a-z0-9*][a-z0-9.:-]*", re.IGNORECASE)
_RUNS_NOTHING = {"application/json", "application/ld+json", "text/plain"}
"""Types of script elements that hold data."""
_SCHEME = "javascript:"
"""What the address of a link begins with that runs a script."""


def is_origin(text: object) -> bool:
    """Tell whether something is an origin: scheme, host and perhaps a port, no more."""
    return isinstance(text, str) and _ORIGIN.fullmatch(text) is not None


def write_policy(origins: Sequence[str] = (), *, preview: bool = False) -> str:
    """Return the policy of every page.

    ``origins`` are other servers that the zine allows for comments and the like; what is none is passed
    over. A preview runs the inline script by which MkDocs loads a page again.
    """
    own = " ".join(["'self'", *filter(is_origin, origins)])
    parts = {
        "default-src": own,
        "script-src": f"{own} 'wasm-unsafe-eval'" + (" 'unsafe-inline'" if preview else ""),
        "style-src": own,
        "img-src": f"{own} data:",  # the theme's icons are in its style sheet
        "worker-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
    }
    return "; ".join(f"{name} {value}" for name, value in parts.items())


class _Finder(HTMLParser):
    """Gathers what a policy without inline scripts and styles forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        marks = dict(attrs)
        if tag == "style":
            self.found.append("<style>")
        if tag == "script" and "src" not in marks and marks.get("type") not in _RUNS_NOTHING:
            self.found.append("<script>")
        self.found += [f"{name}=" for name in marks if name == "style" or name.startswith("on")]
        if any((value or "").lstrip().lower().startswith(_SCHEME) for value in marks.values()):
            self.found.append(_SCHEME)


def list_inline_code(html: str) -> Iterator[str]:
    """Yield the inline scripts, handlers and styles of a page, each as it begins, none twice."""
    finder = _Finder()
    finder.feed(html)
    finder.close()
    yield from dict.fromkeys(finder.found)
