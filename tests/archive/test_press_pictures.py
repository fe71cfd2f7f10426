"""Pictures in press: decoded within limits, made anew without metadata, told of where they are wrong."""

import io
import struct
import zlib

import pytest
from PIL import Image

from zinegen.archive.folder.press_files import read_press_folder
from zinegen.archive.folder.press_pictures import (
    LONGEST_SIDE,
    MOST_BYTES,
    PictureError,
    cut_references,
    find_references,
    prepare_picture,
    read_picture,
)
from zinegen.board import Power

POWERS = (Power("Austria"), Power("England"))


def encode(picture, kind, **options):
    target = io.BytesIO()
    picture.save(target, kind, **options)
    return target.getvalue()


def noise(width, height):
    return Image.effect_noise((width, height), 90).convert("RGB")


def photograph(width=900, height=600):
    return Image.radial_gradient("L").resize((width, height)).convert("RGB")


def header_only(width, height):
    """Return a PNG that says it is so large, and holds next to nothing: a bomb."""

    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_each_kind_is_decoded_and_encoded_anew(kind):
    found = prepare_picture(encode(photograph(), kind))
    shown = Image.open(io.BytesIO(found.content))
    assert (found.width, found.height) == shown.size == (900, 600)
    assert shown.format == {".png": "PNG", ".jpg": "JPEG"}[found.suffix]


def test_nothing_but_pixels_goes_on():
    picture = photograph(64, 48)
    exif = Image.Exif()
    exif[0x010E], exif[0x8825] = "Ann's garden", {2: (51.0, 30.0, 0.0)}
    secret = encode(picture, "JPEG", exif=exif, comment=b"Ann was here")
    assert b"Ann" in secret
    found = prepare_picture(secret)
    assert b"Ann" not in found.content
    assert b"Exif" not in found.content
    assert not Image.open(io.BytesIO(found.content)).getexif()


def test_what_lies_behind_the_picture_goes_too():
    found = prepare_picture(encode(photograph(40, 40), "PNG") + b"<script>alert(1)</script>")
    assert b"script" not in found.content


def test_a_picture_is_turned_as_its_camera_said():
    exif = Image.Exif()
    exif[0x0112] = 6
    found = prepare_picture(encode(photograph(60, 40), "JPEG", exif=exif))
    assert (found.width, found.height) == (40, 60)


def test_a_large_picture_is_made_small_in_pixels_and_bytes():
    found = prepare_picture(encode(noise(2400, 1500), "JPEG", quality=95))
    assert max(found.width, found.height) <= LONGEST_SIDE
    assert len(found.content) <= MOST_BYTES


def test_the_first_frame_of_what_moves_is_shown():
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    moving = encode(frames[0], "GIF", save_all=True, append_images=frames[1:])
    shown = Image.open(io.BytesIO(prepare_picture(moving).content)).convert("RGB")
    assert shown.getpixel((5, 5)) == (255, 0, 0)
    assert getattr(shown, "n_frames", 1) == 1


def test_the_same_picture_gives_the_same_bytes():
    content = encode(photograph(), "PNG")
    first = prepare_picture(content)
    prepare_picture.cache_clear()
    assert prepare_picture(content) == first


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this is no picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "this is no picture"),
        (b"BM" + b"\0" * 60, "this is no picture"),
        (encode(photograph(), "PNG")[:2000], "this picture is spoilt"),
        (encode(noise(80, 80), "JPEG")[:300], "this picture is spoilt"),
        (header_only(50_000, 50_000), "more than 40 million pixels"),
        (header_only(2_000_000, 2_000_000), "more than 40 million pixels"),
        (header_only(7_000, 6_000), "more than 40 million pixels"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_the_reason(content, said):
    with pytest.raises(PictureError, match=said):
        prepare_picture(content)


def test_a_link_in_place_of_a_picture_is_not_followed(tmp_path):
    (tmp_path / "real.png").write_bytes(encode(photograph(), "PNG"))
    (tmp_path / "link.png").symlink_to(tmp_path / "real.png")
    with pytest.raises(PictureError):
        read_picture(tmp_path / "link.png")


def test_references_are_found_at_their_places_and_cut_out():
    text = 'See ![A map of the front](front.png "By hand") now.\n![](none.png)'
    first, second = find_references(text, "x.md")
    assert (first.name, first.alt, first.caption) == ("front.png", "A map of the front", "By hand")
    assert (first.where.line, first.where.column, second.where.line) == (1, 5, 2)
    assert cut_references(text) == "See  now.\n"


@pytest.mark.parametrize(
    ("wanted", "said", "place"),
    [
        ("![The front](fromt.png)", "there is no picture fromt.png in this folder", (5, 4)),
        ("![](front.png)", "this picture is not described", (5, 4)),
        ("![x](../../secret.png)", "there is no picture ../../secret.png", (5, 4)),
        (
            "![x](https://evil.example/x.png)",
            "there is no picture https://evil.example/x.png",
            (5, 4),
        ),
    ],
)
def test_a_picture_that_cannot_stand_there_is_told_with_line_and_caret(
    tmp_path, wanted, said, place
):
    (tmp_path / "front.png").write_bytes(encode(photograph(), "PNG"))
    (tmp_path / "england-1.md").write_text(f"---\nto: all\n---\nHello.\nSee{wanted}\n")
    press = read_press_folder(tmp_path, "press", POWERS)
    assert [item.author for item in press.items] == ["England"]
    (finding,) = press.findings
    assert said in finding.title
    assert (finding.where.line, finding.where.column) == place
    assert finding.where.end_column - finding.where.column == len(wanted)
    assert finding.if_left == "the item is printed without the picture"


def test_a_picture_with_a_good_name_is_no_stray_file_and_one_with_a_bad_name_is_told(tmp_path):
    (tmp_path / "front.png").write_bytes(encode(photograph(), "PNG"))
    assert read_press_folder(tmp_path, "press", POWERS).findings == ()
    (tmp_path / "My Front.PNG").write_bytes(b"")
    (finding,) = read_press_folder(tmp_path, "press", POWERS).findings
    assert (finding.code, finding.hint) == ("P12", "rename it")
