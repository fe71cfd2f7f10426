"""Mails and chat messages as texts.

A mail is read as any mail program does: encodings undone, of several forms the plain one, HTML made text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.headerregistry import HeaderRegistry
from email.message import MIMEPart
from email.parser import BytesHeaderParser
from email.policy import EmailPolicy
from email.utils import collapse_rfc2231_value
from html.parser import HTMLParser
from itertools import chain

from zinegen.languages.texts import N_, gettext
from zinegen.play.mails.message_lines import (
    MessageError,
    MessageText,
    ReceivedMessage,
    SealedPart,
    find_address,
    parse_text,
)
from zinegen.play.texts.order_file import ARMOUR, ARMOUR_ENDS

LIMIT = 4 << 20
"""Bytes of a message, attachments included."""
MOST_NESTED = 12
"""Parts within parts of a mail."""
LONGEST_HTML = 1 << 19
LONGEST_HEAD = 1 << 17
LONGEST_HEADER = 4096
"""Characters; what is longer is cut."""
MOST_HEADERS = 200
"""Lines about parts of a mail; each part has two or three."""
SEALED = ".age"
TEXTS = (".toml", ".txt")
"""What the names of attached files end with that may hold orders."""


def read_message(content: bytes) -> ReceivedMessage:
    """Return a message: an ``.eml`` file, or text as it was copied.

    Raises MessageError for one that is too long or no text.
    """
    if len(content) > LIMIT:
        raise MessageError(gettext("a message has at most {number} MB", number=LIMIT >> 20))
    if b"\0" in content:
        raise MessageError(
            gettext("this is {kind}: ask for the orders as text", kind=_describe_binary(content))
        )
    if not _is_mail(content):
        text = parse_text(_decode(content, "utf-8"))
        return ReceivedMessage(texts=(text,), sealed=tuple(find_armoured(text)))
    mail = _parse_mail(content)
    if (why := _find_no_words_of_a_person(mail)) or (why := _find_encryption(content)):
        raise MessageError(why)
    parts = tuple(_list_parts(mail, 0))
    sender = find_address(_header(mail, "From"))
    words = "\n".join(text for name, text in parts if not name and isinstance(text, str))
    found = (
        parse_text(words, "", sender),
        *(parse_text(text, name, sender) for name, text in parts if name and isinstance(text, str)),
    )
    attached = [SealedPart(name=name, content=it) for name, it in parts if isinstance(it, bytes)]
    return ReceivedMessage(
        subject=_header(mail, "Subject"),
        sender=sender,
        texts=found,
        passed_over=tuple(name for name, text in parts if text is None),
        sealed=(*attached, *chain.from_iterable(map(find_armoured, found))),
    )


def find_armoured(text: MessageText) -> Iterator[SealedPart]:
    """Yield the sealed files that stand in armour among the words, whoever quoted them."""
    lines: list[str] = []
    for line in text.lines:
        said = line.text.strip()
        if said == ARMOUR or lines:
            lines.append(said)
        if lines and said == ARMOUR_ENDS:
            yield SealedPart(name=text.name, content=("\n".join(lines) + "\n").encode())
            lines = []


_words_of = HeaderRegistry(use_default_map=False)


def _decode_header(name: str, value: str) -> str:
    """Return the beginning of a header; empty when it is broken.

    It is not parsed further: the library's grammars of addresses and parameters fail on broken ones.
    """
    try:
        return str(_words_of(name, value[:LONGEST_HEADER]))
    except ValueError:
        return ""


_POLICY = EmailPolicy(header_factory=_decode_header)
_OF_MAILS = {"date", "message-id", "mime-version", "subject", "to", "received", "content-type"}


def _is_mail(content: bytes) -> bool:
    """Tell whether a message begins with the head of a mail: a sender, and one header more."""
    head = BytesHeaderParser(policy=_POLICY).parsebytes(content.lstrip()[: 1 << 16])
    names = {name.lower() for name, _ in head.items()}
    return "from" in names and not names.isdisjoint(_OF_MAILS)


_HEADER_OF_PART = re.compile(rb"^content-[a-z-]{1,40}:", re.IGNORECASE | re.MULTILINE)


def _parse_mail(content: bytes) -> MIMEPart[str, str]:
    """Return a mail. Raises MessageError for one that takes the library minutes, or that it cannot read."""
    plain = re.sub(rb"\r\n?", b"\n", content)
    head = plain.partition(b"\n\n")[0]
    if len(head) > LONGEST_HEAD or len(_HEADER_OF_PART.findall(plain)) > MOST_HEADERS:
        raise MessageError(
            gettext("this mail has more in its head, or more parts, than a mail with orders")
        )
    try:
        return message_from_bytes(content, policy=_POLICY)
    except (TypeError, ValueError):
        raise MessageError(gettext("this mail does not say how its parts are told apart")) from None


_SIGNATURES = {
    b"PK\3\4": N_("a word processor's file or an archive"),
    b"\xd0\xcf\x11\xe0": N_("a word processor's file"),
    b"%PDF": N_("a PDF"),
    b"\x89PNG": N_("a picture"),
    b"\xff\xd8\xff": N_("a picture"),
    b"GIF8": N_("a picture"),
    b"RIFF": N_("a picture or a recording"),
}
_UNKNOWN = N_("neither a mail nor a text")


def _describe_binary(content: bytes) -> str:
    """Return what a file is that is no text, by its first bytes."""
    known = (what for begin, what in _SIGNATURES.items() if content.startswith(begin))
    return gettext(next(known, _UNKNOWN))


def _find_no_words_of_a_person(mail: MIMEPart[str, str]) -> str:
    """Return that a program sent a mail by itself, which may hold what it answers; empty for a person's."""
    said = _header(mail, "Auto-Submitted").lower()
    sender = find_address(_header(mail, "From")).partition("@")[0]
    if mail.get_content_type() == "multipart/report" or sender in _DAEMONS:
        return gettext(
            "this is a mail server's notice about another mail, and no orders: read it yourself"
        )
    if said.startswith("auto-replied") or mail.get("X-Autoreply") or mail.get("X-Autorespond"):
        return gettext(
            "this is an automatic answer (out of office): its writer has not read yours yet"
        )
    return ""


_DAEMONS = frozenset({"mailer-daemon", "postmaster"})
_ENCRYPTED = re.compile(
    rb"^-----BEGIN PGP MESSAGE-----|^content-type:\s*(?:multipart/encrypted|application/(?:x-)?pkcs7-mime;"
    rb"[^\n]*(?:\n[ \t][^\n]*)*enveloped-data)",
    re.IGNORECASE | re.MULTILINE,
)


def _find_encryption(content: bytes) -> str:
    """Return that a mail is encrypted by a way that is not the zine's; empty for one that is not."""
    if not _ENCRYPTED.search(content.replace(b"\r\n", b"\n")):
        return ""
    return gettext(
        "this mail is encrypted (PGP or S/MIME): open it in your mail program, and take the text"
    )


def _header(mail: MIMEPart[str, str], name: str) -> str:
    """Return a header as one line; empty when it is missing or broken."""
    return " ".join(mail.get(name, "").split())


def _list_parts(part: MIMEPart[str, str], depth: int) -> Iterator[tuple[str, str | bytes | None]]:
    """Yield the texts of a mail, those of attached files with a name; bytes of sealed ones, else None."""
    if depth > MOST_NESTED:
        raise MessageError(gettext("this mail is nested too deeply to be read"))
    if not part.is_multipart():
        yield from _read_part(part)
        return
    kind, inner = part.get_content_type(), list(part.iter_parts())
    if kind == "multipart/alternative":
        inner.sort(key=lambda one: one.get_content_type() != "text/plain")
    found = [list(_list_parts(one, depth + 1)) for one in inner]
    if kind == "multipart/alternative":
        found = [one for one in found if any(part and part.strip() for _, part in one)][:1]
    if kind == "message/rfc822":
        yield "", f"---------- Forwarded message ----------\nFrom: {_header(inner[0], 'From')}\n"
    yield from chain.from_iterable(found)


def _read_part(part: MIMEPart[str, str]) -> Iterator[tuple[str, str | bytes | None]]:
    """Yield what a part holds that has no parts itself."""
    name, kind = _file_name(part), part.get_content_type()
    if kind.startswith("text/") and part.get_content_disposition() != "attachment":
        name = name if name.lower().endswith(".toml") else ""
    if name.lower().endswith(SEALED):
        payload = part.get_payload(decode=True)
        yield name, payload if isinstance(payload, bytes) else b""
    elif name and not name.lower().endswith(TEXTS):
        yield name, None
    elif kind.startswith("text/") or name:
        payload = part.get_payload(decode=True)
        content = payload if isinstance(payload, bytes) else b""
        text = _decode(content, _parameter(part, "charset"))
        if kind == "text/html" and not name:
            text = _html_as_text(text)
        elif _parameter(part, "format").lower() == "flowed":
            text = _join_flowed(text)
        yield name, text


def _file_name(part: MIMEPart[str, str]) -> str:
    """Return the name of an attached file without any folder; empty for a part of the message itself."""
    name = _parameter(part, "filename", "content-disposition") or _parameter(part, "name")
    if not name and part.get_content_disposition() == "attachment":
        name = "attachment"
    return re.split(r"[/\\]", name)[-1][:80].encode(errors="replace").decode()


def _parameter(part: MIMEPart[str, str], name: str, header: str = "content-type") -> str:
    """Return what a header of a part says under a name; empty when it says nothing, or is broken."""
    try:
        return collapse_rfc2231_value(part.get_param(name, "", header)).strip()
    except (TypeError, ValueError):
        return ""


def _decode(content: bytes, charset: str) -> str:
    """Return bytes as text: as they say, else as UTF-8, else as Windows writes."""
    for name in (charset or "utf-8", "utf-8-sig"):
        try:
            return content.decode(name).removeprefix("\ufeff")
        except (LookupError, ValueError):
            continue
    return content.decode("cp1252", errors="replace")


def _join_flowed(text: str) -> str:
    """Return a text whose lines were broken to be joined again; a line to be joined ends in a blank."""
    lines: list[str] = []
    is_open = False
    for line in text.splitlines():
        if is_open and lines and not line.startswith(">") and line != "-- ":
            lines[-1] += line.removeprefix(" ")
        else:
            lines.append(line.removeprefix(" "))
        is_open = line.endswith(" ") and line != "-- "
    return "\n".join(lines)


class _TextOfHtml(HTMLParser):
    """Collects the words of HTML, a line for each block; what is quoted gets the mark of a quotation."""

    BREAKS = frozenset(
        {
            *("address", "article", "blockquote", "br", "dd", "div", "dl", "dt", "footer", "form"),
            *("h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "ol", "p", "pre"),
            *("section", "table", "tr", "ul"),
        }
    )
    HIDDEN = frozenset({"head", "script", "style", "title", "template"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self.quotes = self.preformatted = 0
        self.hidden = ""
        """The tag whose inside nobody sees, while it is open."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """Begin a new line where a block begins."""
        if self.hidden:
            return
        if tag in self.HIDDEN:
            self.hidden = tag
        elif tag in self.BREAKS:
            is_blank = tag == "br" and not self.lines[-1].strip()
            self._break()
            self.preformatted += tag == "pre"
            if tag == "blockquote":
                self.quotes += 1
            elif is_blank:
                self.lines.append("")
        elif tag in {"td", "th"}:
            self.lines[-1] += " "

    def handle_endtag(self, tag: str) -> None:
        """End the line where a block ends."""
        if tag == self.hidden:
            self.hidden = ""
        elif tag in self.BREAKS and not self.hidden:
            self._break()
            self.preformatted = max(self.preformatted - (tag == "pre"), 0)
            if tag == "blockquote":
                self.quotes = max(self.quotes - 1, 0)

    def handle_data(self, data: str) -> None:
        """Add words to the line; in what is set as it stands, lines of their own."""
        if self.preformatted > 0 and "\n" in data:
            for part in data.split("\n"):
                self.handle_data(part)
                self._break()
        elif not self.hidden:
            mark = "> " * min(self.quotes, 9) if not self.lines[-1] and data.strip() else ""
            self.lines[-1] += mark + re.sub(r"[ \t\r\n]+", " ", data)

    def _break(self) -> None:
        if self.lines[-1].strip():
            self.lines.append("")
        else:
            self.lines[-1] = ""


_DECLARATION = re.compile(r"<[!?][^<>]{0,2000}>")
_NO_TAG = re.compile(r"<(?![A-Za-z/][^<>]{0,2000}>)")


def _html_as_text(html: str) -> str:
    """Return the words of HTML.

    Comments, and what only looks like the beginning of a tag, are taken out before: the library's parser
    takes minutes for many of them that do not end.
    """
    plain = _DECLARATION.sub("", _drop_comments(html[:LONGEST_HTML]))
    parser = _TextOfHtml()
    parser.feed(_NO_TAG.sub("&lt;", plain))
    parser.close()
    return "\n".join(line.strip() for line in parser.lines)


def _drop_comments(html: str) -> str:
    parts, at = [], 0
    while (start := html.find("<!--", at)) >= 0 and (end := html.find("-->", start)) >= 0:
        parts.append(html[at:start])
        at = end + len("-->")
    return "".join([*parts, html[at:]])
