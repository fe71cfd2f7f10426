"""A real server of webhooks on this machine: what it answers, and what is known then."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.delivery.platform import Platform
from zinegen.delivery.posts import Post
from zinegen.delivery.sent_list import State
from zinegen.delivery.webhooks import read_pause, send_post


def post(platform: Platform) -> Post:
    return Post(
        method="POST",
        address=f"{platform.address}/hook?wait=true",
        body=b"{}",
        headers={"X-A": "b"},
    )


def test_what_is_taken_is_sent(platform: Platform) -> None:
    outcome, _ = send_post(post(platform))
    assert outcome.state is State.SENT
    (request,) = platform.got
    assert (request.method, request.path, request.body) == ("POST", "/hook?wait=true", b"{}")
    assert request.headers["X-A"] == "b"


def test_a_busy_platform_is_asked_again_after_the_time_it_names(platform: Platform) -> None:
    platform.answers = [
        (429, {"Retry-After": "0.25"}, b""),
        (503, {"Retry-After": "2"}, b""),
        (204, {}, b""),
    ]
    waited: list[float] = []
    outcome, _ = send_post(post(platform), waited.append)
    assert outcome.state is State.SENT
    assert waited == [0.25, 2.0]
    assert len(platform.got) == 3


@pytest.mark.parametrize("pause", ["1", "3600"])
def test_what_stays_busy_is_put_off_and_was_not_sent(platform: Platform, pause: str) -> None:
    platform.answers = [(429, {"Retry-After": pause}, b"")] * 5
    waited: list[float] = []
    outcome, _ = send_post(post(platform), waited.append)
    assert outcome.state is State.PUT_OFF
    assert len(platform.got) == (1 if pause == "3600" else 3)


def test_after_a_fault_of_the_server_nobody_knows(platform: Platform) -> None:
    platform.answers = [(500, {}, b"oops")]
    outcome, _ = send_post(post(platform))
    assert (outcome.state, outcome.why) == (State.BEGUN, "500: a fault of the server")
    assert len(platform.got) == 1


def test_of_what_is_never_answered_nobody_knows(platform: Platform) -> None:
    platform.answers = [None]
    outcome, _ = send_post(post(platform), timeout=0.3)
    assert outcome.state is State.BEGUN
    assert "no answer came" in outcome.why
    assert len(platform.got) == 1


def test_what_is_refused_is_refused_with_what_was_said(platform: Platform) -> None:
    platform.answers = [(404, {}, b'{"message": "Unknown \x1b[31mWebhook"}')]
    outcome, _ = send_post(post(platform))
    assert outcome.state is State.REFUSED
    assert "Unknown" in outcome.why
    assert "\x1b" not in outcome.why


def test_a_redirection_is_followed_nowhere(platform: Platform) -> None:
    platform.answers = [(302, {"Location": "http://127.0.0.1:1/"}, b"")]
    outcome, _ = send_post(post(platform))
    assert outcome.state is State.REFUSED
    assert len(platform.got) == 1


def test_a_server_that_is_not_there_has_got_nothing() -> None:
    gone = Post(method="POST", address="http://127.0.0.1:1/x", body=b"", headers={})
    outcome, _ = send_post(gone)
    assert outcome.state is State.PUT_OFF
    assert "cannot be reached" in outcome.why


def test_a_pause_is_named_in_seconds_by_a_date_or_in_what_discord_writes() -> None:
    now = datetime(2026, 12, 1, 12, tzinfo=UTC)
    assert read_pause({"retry-after": "1.5"}, b"") == 1.5
    assert read_pause({"retry-after": "Tue, 01 Dec 2026 12:00:09 GMT"}, b"", now) == 9
    assert read_pause({}, b'{"retry_after": 0.7}') == 0.7
    assert read_pause({}, b"<html>") == read_pause({"retry-after": "soon"}, b"[]") == 1
