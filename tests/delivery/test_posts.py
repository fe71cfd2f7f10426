"""News as platforms take them: within their limits, and calling nobody who is not meant."""

import json
from email import message_from_bytes
from email.policy import HTTP

import pytest

from zinegen.delivery.channels import Channel
from zinegen.delivery.posts import News, PostedMap, cut, make_post, upload_to_matrix, write_text

EVIL = "@everyone <!channel> <@999> @room [x](https://evil.example) & <b>"
NEWS = News(
    number="season/winter/1901-1-spring",
    kind="season",
    title="Winter, Spring 1901: Bounces",
    text=f"France takes Burgundy. {EVIL}",
    url="https://zine.example/games/winter/1901-1-spring/",
    game="winter",
    names=("Ann", "Bob"),
    picture_url="https://zine.example/cards/s.png",
)
MAP = PostedMap(content=b"\x89PNG\r\n--x", alt="France in Burgundy")


def channel(kind, **more):
    address = "https://chat.example/hook/secret"
    return Channel(name="us", kind=kind, address=address, **more)


def payload(post):
    return json.loads(post.body)


def test_discord_gets_text_and_map_and_calls_only_whom_the_table_names():
    table = {"Ann": "<@42>", "Bob": "@everyone"}
    post = make_post(channel("discord", mentions=table), NEWS, MAP)
    assert (post.method, post.address) == ("POST", "https://chat.example/hook/secret")
    head = f"Content-Type: {post.headers['Content-Type']}\r\n\r\n".encode()
    told, drawn = message_from_bytes(head + post.body, policy=HTTP).iter_parts()
    assert told.get_param("name", header="content-disposition") == "payload_json"
    said = json.loads(told.get_payload(decode=True))
    assert said["allowed_mentions"] == {"parse": [], "users": ["42"]}
    assert said["content"].startswith("Winter, Spring 1901: Bounces\nFrance takes Burgundy.")
    assert said["content"].endswith(f"<@42>\n{NEWS.url}")
    assert drawn.get_filename() == "map.png"
    assert drawn.get_payload(decode=True) == MAP.content


def test_slack_reads_no_command_in_what_a_stranger_has_written():
    said = payload(make_post(channel("slack", mentions={"Ann": "U42"}), NEWS, MAP))
    assert "<!channel>" not in said["text"]
    assert "&lt;!channel&gt; &lt;@999&gt;" in said["text"]
    assert "<@U42>" in said["text"]
    section, image = said["blocks"]
    assert len(section["text"]["text"]) <= 3000
    assert image["image_url"] == NEWS.picture_url


def test_matrix_gets_a_notice_that_counts_once_and_calls_nobody_else():
    room = channel("matrix", room="!abc:m.example", token="t", mentions={"Bob": "@bob:m.example"})  # noqa: S106  (no secret)
    post = make_post(room, NEWS, MAP)
    assert post.method == "PUT"
    assert "/rooms/%21abc%3Am.example/send/m.room.message/" in post.address
    assert post.headers["Authorization"] == "Bearer t"
    assert post == make_post(room, NEWS, MAP)
    said = payload(post)
    assert said["m.mentions"] == {"user_ids": ["@bob:m.example"]}
    assert "formatted_body" not in said
    assert upload_to_matrix(room, MAP).body == MAP.content


def test_any_other_program_gets_everything_as_json():
    said = payload(make_post(channel("json"), NEWS, MAP))
    assert said["number"] == NEWS.number
    assert said["text"] == NEWS.text
    assert said["picture"]["type"] == "image/png"


@pytest.mark.parametrize(("kind", "most"), [("discord", 2000), ("slack", 4000)])
@pytest.mark.parametrize("text", ["Word. " * 3000, "x" * 9000, "é" * 9000])
def test_no_text_is_longer_than_the_platform_takes_and_the_page_is_never_cut_off(kind, most, text):
    news = News(number="n", kind="season", title="T" * 300, text=text, url=NEWS.url)
    said = payload(make_post(channel(kind), news, None))
    shown = said.get("content") or said["text"]
    assert len(shown) <= most
    assert shown.endswith(NEWS.url)
    assert len(shown) > most * 0.9 or kind == "slack"


def test_a_text_is_cut_behind_a_sentence():
    assert cut("One. Two. Three.", 12) == "One. Two.…"
    assert cut("Short.", 12) == "Short."
    assert write_text(News(number="n", kind="k", title="T", text=""), 100) == "T"
