"""The door to webhooks: one request, one answer, judged; redirections are not followed."""

from __future__ import annotations

import http.client
import json
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from zinegen.delivery.channels import Channel
from zinegen.delivery.posts import News, Post, PostedMap, post_matrix_picture, upload_to_matrix
from zinegen.delivery.sent_list import State
from zinegen.delivery.smtp import Outcome

TIMEOUT = 20.0
"""Seconds in which a platform must answer."""
LONGEST_WAIT = 60.0
"""Seconds to wait at most where a platform wants it."""
TRIES = 3
LIMIT = 1 << 16
"""Bytes of an answer that are read."""
BUSY = (429, 503)
"""The platform takes nothing just now, and has not taken this (RFC 6585, 4; RFC 9110, 15.6.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    code: int
    headers: Mapping[str, str]
    body: bytes


@contextmanager
def _connected(address: str, timeout: float) -> Iterator[http.client.HTTPConnection]:
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection: http.client.HTTPConnection = http.client.HTTPSConnection(
            host, port, timeout=timeout, context=context
        )
    else:
        connection = http.client.HTTPConnection(host, port, timeout=timeout)
    try:
        yield connection
    finally:
        connection.close()


def _ask(post: Post, timeout: float) -> _Answer | Outcome:
    """Send one request; return the answer, or what is known where there is none."""
    parts = urlsplit(post.address)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {"User-Agent": "zinegen", **post.headers}
    with _connected(post.address, timeout) as connection:
        try:
            connection.connect()
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            return Outcome(state=State.PUT_OFF, why=f"it cannot be reached: {_describe(error)}")
        try:
            connection.request(post.method, path, post.body, headers)
            answer = connection.getresponse()
            body = answer.read(LIMIT)
        except (OSError, http.client.HTTPException) as error:
            return Outcome(state=State.BEGUN, why=f"no answer came: {_describe(error)}")
        found = {name.lower(): value for name, value in answer.getheaders()}
        return _Answer(code=answer.status, headers=found, body=body)


def send_post(
    post: Post,
    wait: Callable[[float], object] = time.sleep,
    timeout: float = TIMEOUT,
) -> tuple[Outcome, bytes]:
    """Send a request, again after a while where the platform asks for that; return what came of it.

    Of what was sent and not answered, or answered by a fault of the server, nobody knows whether it arrived.
    """
    for number in range(1, TRIES + 1):
        answer = _ask(post, timeout)
        if isinstance(answer, Outcome):
            return answer, b""
        if answer.code not in BUSY:
            return _judge(answer), answer.body
        pause = read_pause(answer.headers, answer.body)
        if number == TRIES or pause > LONGEST_WAIT:
            why = f"{answer.code}: the platform wants {pause:.0f} seconds to pass"
            return Outcome(state=State.PUT_OFF, why=why), answer.body
        wait(pause)
    raise AssertionError("the last try has returned")


def read_pause(headers: Mapping[str, str], body: bytes, now: datetime | None = None) -> float:
    """Return how many seconds a platform wants to pass: by its header, by what Discord writes, else one."""
    text = headers.get("retry-after", "").strip()
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(text)
        return max(0.0, (when - (now or datetime.now(UTC))).total_seconds())
    except (ValueError, TypeError):
        pass
    try:
        said = json.loads(body)
        pause = said.get("retry_after") if isinstance(said, dict) else None
        return float(pause) if isinstance(pause, int | float) and pause >= 0 else 1.0
    except ValueError:
        return 1.0


def _judge(answer: _Answer) -> Outcome:
    if 200 <= answer.code < 300:
        return Outcome(state=State.SENT)
    if answer.code >= 500:
        return Outcome(state=State.BEGUN, why=f"{answer.code}: a fault of the server")
    return Outcome(state=State.REFUSED, why=f"{answer.code}: {_say(answer.body)}".rstrip(": "))


def _say(body: bytes) -> str:
    """Return what a platform said, as one line."""
    text = body[:300].decode("utf-8", errors="replace")
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())[:160]


def show_on_matrix(
    channel: Channel, news: News, shown: PostedMap, timeout: float = TIMEOUT
) -> Outcome:
    """Show a map in a Matrix room: it is brought to the server first."""
    outcome, body = send_post(upload_to_matrix(channel, shown), timeout=timeout)
    if outcome.state is not State.SENT:
        return outcome
    try:
        uri = json.loads(body)["content_uri"]
    except (ValueError, KeyError, TypeError):
        return Outcome(
            state=State.REFUSED, why="the server took the map and did not say where it lies"
        )
    return send_post(post_matrix_picture(channel, news, shown, str(uri)), timeout=timeout)[0]


def _describe(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__)[:200]
