"""Nobody gets in at the GM's desk but whoever has the token, from the desk's own pages."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tests.desk.conftest import HOST
from zinegen.desk import Desk

CLOSED = {401, 403, 421}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
FOREIGN = [
    "http://evil.example",
    "https://127.0.0.1:8770",
    "http://127.0.0.1:8771",
    "http://127.0.0.1",
    "http://localhost:8770",
    "http://127.0.0.1:8770.evil.example",
    "null",
    "",
]
"""Where a request may come from that is not the desk."""
WRONG_HOSTS = [
    "evil.example",
    "evil.example:8770",
    "localhost:8770",
    "127.0.0.1",
    "127.0.0.1:8771",
    "127.0.0.1:8770.evil.example",
    "0.0.0.0:8770",
    "[::1]:8770",
    "2130706433:8770",
    "127.1:8770",
    "",
]
ADDRESSES = [
    "/",
    "/stop",
    "/leave",
    "/assets/desk.css",
    "/games/demo",
    "/games/demo/desk/",
    "/games/demo/desk/desk.json",
    "/nowhere",
    "/?told=x",
    "/new",
    "/new/game",
    "/publish",
    "/publish/send",
    "/publish/page/index.html",
    "/issues/1",
    "/issues/1/pictures",
    "/settings/games.demo/text",
    "/safe",
    "/safe/copy",
    "/jobs/x/state",
]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_without_the_token_nothing_is_told(stranger: TestClient, address: str, method: str) -> None:
    answer = stranger.request(method, address, headers={"Origin": HOST})
    assert answer.status_code in CLOSED
    assert "demo" not in answer.text
    assert "The Try" not in answer.text


@pytest.mark.parametrize(
    "query",
    [
        "token=",
        "token=x",
        "token={token}x",
        "token={short}",
        "token=x&token={token}",
        "TOKEN={token}",
        "token[]={token}",
        "token=%00{token}",
        "&" * 99 + "token={token}&a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1",
    ],
)
def test_a_token_that_is_not_quite_it_lets_nobody_in(
    stranger: TestClient, desk: Desk, query: str
) -> None:
    token = desk.guard.token
    answer = stranger.get(f"/?{query.format(token=token, short=token[:-1])}")
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("where", ["/games/demo", "/stop", "/leave"])
def test_the_token_lets_in_at_the_front_only_and_only_by_looking(
    stranger: TestClient, desk: Desk, where: str
) -> None:
    token = desk.guard.token
    assert stranger.get(f"{where}?token={token}").status_code == 401
    assert stranger.post(f"/?token={token}", headers={"Origin": HOST}).status_code == 401


def test_the_token_is_seen_once_and_becomes_a_cookie_that_no_script_and_no_other_site_has(
    stranger: TestClient, desk: Desk
) -> None:
    answer = stranger.get(desk.guard.address)
    assert answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert desk.guard.token not in cookie
    assert stranger.get("/").status_code == 200


@pytest.mark.parametrize("host", WRONG_HOSTS)
def test_another_host_is_refused_even_with_the_cookie_or_the_token(
    client: TestClient, desk: Desk, host: str
) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 421
    token = desk.guard.token
    assert client.get(f"/?token={token}", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_another_origin_is_refused_even_with_the_cookie(
    client: TestClient, desk: Desk, origin: str, method: str
) -> None:
    ended: list[bool] = []
    desk.stop = lambda: ended.append(True)
    answer = client.request(method, "/stop", headers={"Origin": origin})
    assert answer.status_code == 403
    assert not ended


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none, cross-site"])
def test_what_the_browser_calls_another_site_is_refused(client: TestClient, site: str) -> None:
    assert client.get("/", headers={"Sec-Fetch-Site": site}).status_code == 403


def test_a_form_that_does_not_say_where_it_comes_from_is_refused(client: TestClient) -> None:
    del client.headers["Origin"]
    assert client.post("/stop").status_code == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "X"])
def test_only_looking_and_forms_are_answered(client: TestClient, method: str) -> None:
    assert client.request(method, "/").status_code in {403, 405}


@pytest.mark.parametrize(
    "cookie",
    ["", "zinegen-desk=", "zinegen-desk=x", "zinegen-desk={it}; zinegen-desk=x", "x={it}", "{it}"],
)
def test_a_cookie_that_is_not_quite_it_lets_nobody_in(
    client: TestClient, desk: Desk, cookie: str
) -> None:
    client.cookies.clear()
    sent = cookie.format(it=desk.guard.sessions[-1])
    assert client.get("/", headers={"Cookie": sent}).status_code == 401


@pytest.mark.parametrize(
    "address",
    [
        "/assets/../rendering.py",
        "/assets/%2e%2e/base.html",
        "/assets/..%2fbase.html",
        "/assets/%2fetc%2fpasswd",
        "/assets//etc/passwd",
        "/assets/desk.css%00.js",
        "/assets/fonts/../../about.md",
        "/..%2f..%2fmkdocs.yml",
        "/%2e%2e/%2e%2e/mkdocs.yml",
        "/mkdocs.yml",
        "/games/demo/game.toml",
        "/publish/page/../mkdocs.yml",
        "/publish/page/..%2f..%2fmkdocs.yml",
        "/settings/games.demo%2f..%2f..",
        "/issues/..%2f..%2fmkdocs.yml",
        "/issues/1/document/..%2f..%2fmkdocs.yml",
        "/jobs/..%2fx/state",
    ],
)
def test_no_address_leads_to_a_file_that_is_not_meant(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code in {404, 409}
    assert "site_name" not in answer.text
    assert "root:" not in answer.text


def test_what_is_sent_is_limited(client: TestClient) -> None:
    assert client.post("/stop", content=b"x" * ((32 << 20) + 1), headers=FORM).status_code == 413
    lying = {**FORM, "Content-Length": "99999999999"}
    assert client.post("/stop", content=b"x", headers=lying).status_code == 413
    many = "&".join(f"a{number}=1" for number in range(2000))
    assert client.post("/stop", content=many, headers=FORM).status_code in {200, 400}


@pytest.mark.parametrize("address", ["/", "/nowhere", "/assets/desk.js"])
def test_every_answer_forbids_other_code_frames_and_keeping(
    client: TestClient, address: str
) -> None:
    headers = client.get(address).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "unsafe" not in policy
    assert "http:" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    kept = "max-age" in headers["cache-control"]
    assert kept == address.startswith("/assets/") or headers["cache-control"] == "no-store"


def test_who_leaves_has_to_come_in_again_and_others_stay(client: TestClient, desk: Desk) -> None:
    other = desk.guard.sessions[-1]
    client.get(desk.guard.address)
    assert client.post("/leave").status_code == 200
    assert client.get("/").status_code == 401
    assert client.get("/", headers={"Cookie": f"zinegen-desk={other}"}).status_code == 200


def test_the_desk_is_stopped_from_its_page(client: TestClient, desk: Desk) -> None:
    ended: list[bool] = []
    desk.stop = lambda: ended.append(True)
    assert "The desk is closed" in client.post("/stop").text
    assert ended == [True]
