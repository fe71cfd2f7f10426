"""News as each platform takes them: what is sent where, within its limits, and so that it can call nobody."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import quote

from zinegen.delivery.channels import DISCORD, MATRIX, SLACK, Channel

MOST = {DISCORD: 2000, SLACK: 4000}
"""Signs of a message; more is cut at the end of a sentence."""
MOST_SIGNS = 8000
PNG = "image/png"


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """One thing to tell."""

    number: str
    """What it is, for ever: ``season/winter/1901-1-spring``."""
    kind: str
    title: str
    text: str
    """Plain text, some of it by strangers."""
    url: str = ""
    """The page about it; empty where the zine has no address."""
    game: str = ""
    season: str = ""
    names: tuple[str, ...] = ()
    """The players it is about."""
    picture_url: str = ""
    """Of a map that lies on the zine's own site."""

    @property
    def digest(self) -> str:
        """What tells two texts about one thing apart."""
        return sha256(f"{self.title}\n{self.text}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedMap:
    """A map that goes with news."""

    content: bytes
    """A PNG."""
    alt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One request."""

    method: str
    address: str
    body: bytes
    headers: Mapping[str, str]


def make_post(channel: Channel, news: News, shown: PostedMap | None) -> Post:
    """Return the request that tells news in a channel, with the map where the platform takes one so."""
    if channel.kind == DISCORD:
        return _post_to_discord(channel, news, shown)
    if channel.kind == SLACK:
        return _post_to_slack(channel, news)
    if channel.kind == MATRIX:
        return _post_to_matrix(channel, news)
    return _post_as_json(channel, news, shown)


def write_text(news: News, most: int, mentions: Sequence[str] = ()) -> str:
    """Return news as one text of at most so many signs: title, what happened, who is meant, the page."""
    end = "\n".join(filter(None, (" ".join(mentions), news.url)))
    room = most - len(end) - 2 if end else most
    return "\n".join(filter(None, (cut(f"{news.title}\n{news.text}".strip(), room), end)))


def cut(text: str, most: int) -> str:
    """Return a text of at most so many signs, cut behind a sentence or else behind a word."""
    if len(text) <= most:
        return text
    part = text[: most - 1]
    for mark in (". ", "\n", " "):
        place = part.rfind(mark)
        if place > most // 2:
            return f"{part[: place + len(mark.rstrip() or mark)].rstrip()}…"
    return f"{part}…"


def _called(channel: Channel, news: News) -> list[str]:
    """Return what the players that news are about are called in a channel."""
    table = channel.mentions or {}
    return [table[name] for name in news.names if table.get(name)]


def _post_to_discord(channel: Channel, news: News, shown: PostedMap | None) -> Post:
    """Return a message of a Discord webhook; nobody is called but those in the table of mentions."""
    ids = [one.strip("<@!>") for one in _called(channel, news)]
    ids = [one for one in ids if one.isdigit()]
    content = write_text(news, MOST[DISCORD], [f"<@{one}>" for one in ids])
    told: dict[str, object] = {
        "content": content,
        "allowed_mentions": {"parse": [], "users": ids},
    }
    if shown is None:
        return _make_post(channel.address, told)
    told["attachments"] = [{"id": 0, "filename": "map.png", "description": shown.alt[:1024]}]
    boundary = f"zinegen-{sha256(shown.content).hexdigest()[:32]}"
    parts = (
        ('name="payload_json"', "application/json", json.dumps(told).encode()),
        ('name="files[0]"; filename="map.png"', PNG, shown.content),
    )
    body = b"".join(
        f"--{boundary}\r\nContent-Disposition: form-data; {name}\r\nContent-Type: {kind}\r\n\r\n".encode()
        + content
        + b"\r\n"
        for name, kind, content in parts
    )
    kind = f"multipart/form-data; boundary={boundary}"
    return Post(
        method="POST",
        address=channel.address,
        body=body + f"--{boundary}--\r\n".encode(),
        headers={"Content-Type": kind},
    )


def _post_to_slack(channel: Channel, news: News) -> Post:
    """Return a message of a Slack webhook, which shows pictures by their address alone."""
    plain = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
    escaped = News(
        number=news.number,
        kind=news.kind,
        title=_replace(news.title, plain),
        text=_replace(news.text, plain),
        url=news.url,
    )
    names = [one.strip("<@>") for one in _called(channel, news)]
    ids = [f"<@{one}>" for one in names if one.isalnum()]
    text = write_text(escaped, MOST[SLACK], ids)
    told: dict[str, object] = {"text": text, "mrkdwn": False, "unfurl_links": True}
    if news.picture_url:
        section = {"type": "section", "text": {"type": "mrkdwn", "text": cut(text, 2900)}}
        image = {
            "type": "image",
            "image_url": news.picture_url,
            "alt_text": news.title[:1900] or "map",
        }
        told["blocks"] = [section, image]
    return _make_post(channel.address, told)


def _replace(text: str, signs: Mapping[str, str]) -> str:
    for sign, written in signs.items():
        text = text.replace(sign, written)
    return text


def _post_to_matrix(channel: Channel, news: News) -> Post:
    """Return an event for a Matrix room; the same news have the same transaction, which counts once."""
    ids = _called(channel, news)
    told = {
        "msgtype": "m.notice",
        "body": write_text(news, MOST_SIGNS, ids),
        "m.mentions": {"user_ids": ids} if ids else {},
    }
    return _put_into_room(channel, told, f"{news.number} {news.digest}")


def upload_to_matrix(channel: Channel, shown: PostedMap) -> Post:
    """Return the request that brings a map to a Matrix server, which answers where it lies."""
    address = f"{channel.address.rstrip('/')}/_matrix/media/v3/upload?filename=map.png"
    headers = {"Authorization": f"Bearer {channel.token}", "Content-Type": PNG}
    return Post(method="POST", address=address, body=shown.content, headers=headers)


def post_matrix_picture(channel: Channel, news: News, shown: PostedMap, uri: str) -> Post:
    """Return the event that shows a map which lies on the Matrix server."""
    told = {
        "msgtype": "m.image",
        "body": shown.alt[:1000] or "map",
        "url": uri,
        "info": {"mimetype": PNG, "size": len(shown.content)},
        "m.mentions": {},
    }
    return _put_into_room(channel, told, f"{news.number} {news.digest} map")


def _put_into_room(channel: Channel, told: Mapping[str, object], what: str) -> Post:
    transaction = sha256(what.encode()).hexdigest()[:32]
    room = quote(channel.room, safe="")
    path = f"/_matrix/client/v3/rooms/{room}/send/m.room.message/{transaction}"
    headers = {"Authorization": f"Bearer {channel.token}"}
    return _make_post(channel.address.rstrip("/") + path, told, method="PUT", headers=headers)


def _post_as_json(channel: Channel, news: News, shown: PostedMap | None) -> Post:
    """Return news for any other program."""
    told: dict[str, object] = {
        "number": news.number,
        "kind": news.kind,
        "title": news.title,
        "text": news.text,
        "url": news.url,
        "game": news.game,
        "season": news.season,
        "mentions": _called(channel, news),
    }
    if shown is not None:
        content = b64encode(shown.content).decode()
        told["picture"] = {"type": PNG, "alt": shown.alt, "base64": content}
    return _make_post(channel.address, told, headers={"Idempotency-Key": news.number})


def _make_post(
    address: str,
    told: Mapping[str, object],
    *,
    method: str = "POST",
    headers: Mapping[str, str] | None = None,
) -> Post:
    body = json.dumps(told, ensure_ascii=False).encode()
    kind = {"Content-Type": "application/json; charset=utf-8"}
    return Post(method=method, address=address, body=body, headers={**kind, **(headers or {})})
