"""Who is let in at the desk: whoever has the token, from the desk's own pages, and nobody else.

Other programs and pages on the same machine can send requests to 127.0.0.1 as well. A page of another site
may let a name of its own point here (DNS rebinding), which `Host` shows, or post a form, which `Origin`
shows; neither has the cookie, which browsers send to nobody else and from no other site.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qs

COOKIE = "zinegen-desk"
TOKEN = "token"  # noqa: S105  (the name of a field)
MOST_SESSIONS = 32
"""So many browsers are let in at once; the oldest has to come in again."""
LIMIT = 32 << 20
"""Bytes of the largest request: a mailbox of a month."""
SAFE = ("GET", "HEAD")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
"""What the desk's pages may load and run; the ornament of the zine's style sheet is a `data:` picture."""
STRANGE = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; sandbox"
"""The same of a picture or file of somebody else: it runs nothing, loads nothing, and has no origin."""
HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
}
"""What goes with every answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """What the guard looks at of a request."""

    method: str
    path: str
    query: str
    headers: Sequence[tuple[str, str]]
    """Names in small letters, each as often as it was sent."""

    def find_all(self, name: str) -> list[str]:
        """Return all values of a header."""
        return [value for one, value in self.headers if one == name]


@dataclass(frozen=True, slots=True)
class Refused:
    """A request that is not let in: a status of HTTP, and a sentence that tells nothing of the zine."""

    status: int
    why: str


@dataclass(frozen=True, slots=True)
class Entered:
    """A request with the token: the browser gets a cookie, and looks at the desk without the token."""

    cookie: str


@dataclass(slots=True, kw_only=True)
class Guard:
    """Lets in whoever has the token."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    sessions: list[str] = field(default_factory=list, repr=False)
    """The cookies of the browsers that came in, oldest first."""

    @property
    def host(self) -> str:
        """The only host by which the desk may be asked."""
        return f"127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        """The address that lets in."""
        return f"http://{self.host}/?{TOKEN}={self.token}"

    def look(self, knock: Knock) -> Refused | Entered | str:
        """Return why a request is refused, that it enters by the token, or the cookie that it came with."""
        if knock.find_all("host") != [self.host]:
            return Refused(421, "This address is not the desk's.")
        if any(one != f"http://{self.host}" for one in knock.find_all("origin")):
            return Refused(403, "This comes from a page of another site.")
        if knock.method not in (*SAFE, "POST"):
            return Refused(403, "The desk is asked by GET and POST.")
        if knock.method == "GET" and self._has_token(knock):
            return Entered(self._open_session())
        cookie = self._find_cookie(knock)
        if not any(hmac.compare_digest(cookie.encode(), one.encode()) for one in self.sessions):
            return Refused(401, "Open the address that `zinegen desk` has printed.")
        if any(one not in {"same-origin", "none"} for one in knock.find_all("sec-fetch-site")):
            return Refused(403, "This comes from a page of another site.")
        if knock.method == "POST" and not knock.find_all("origin"):
            return Refused(403, "It does not say from which page this comes.")
        return cookie

    def end_session(self, cookie: str) -> None:
        """Let the browser with a cookie in no more."""
        self.sessions[:] = [one for one in self.sessions if one != cookie]

    def _has_token(self, knock: Knock) -> bool:
        if knock.path != "/":
            return False
        try:
            given = parse_qs(knock.query, max_num_fields=8).get(TOKEN, [""])
        except ValueError:
            return False
        return len(given) == 1 and hmac.compare_digest(given[0].encode(), self.token.encode())

    def _open_session(self) -> str:
        self.sessions.append(secrets.token_urlsafe(32))
        del self.sessions[:-MOST_SESSIONS]
        return self.sessions[-1]

    def _find_cookie(self, knock: Knock) -> str:
        """Return the desk's cookie; empty where there is none, or more than one."""
        pairs = (
            one.strip().partition("=")
            for line in knock.find_all("cookie")
            for one in line.split(";")
        )
        found = [value for name, _, value in pairs if name == COOKIE]
        return found[0] if len(found) == 1 else ""


def write_cookie(value: str) -> str:
    """Return the header that gives a browser its cookie; an empty one takes it away."""
    ends = "" if value else "; Max-Age=0"
    return f"{COOKIE}={value}; Path=/; HttpOnly; SameSite=Strict{ends}"
