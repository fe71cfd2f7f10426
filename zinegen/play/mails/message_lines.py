"""The text of a message as lines: whose words each holds, what is quoted, what is a signature.

What is quoted, by marks or below a line such as "On … wrote:", is one level deeper than the message's own
words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from zinegen.errors import GameFolderError
from zinegen.languages.texts import N_, gettext

MOST_LINES = 5000
LONGEST_LINE = 1000


class MessageError(GameFolderError):
    """A message that cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageLine:
    """A line of a message."""

    number: int
    """From 1."""
    text: str
    """Without the marks of a quotation."""
    level: int = 0
    """0: the sender's own words; 1: what these quote, and so on."""
    aside: str = ""
    """What the line is if it is none of the words: a signature, a line about a quotation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageText:
    """One text of a message: its words, or a file attached to it."""

    name: str = ""
    """Of the attached file; empty for the message's words."""
    lines: tuple[MessageLine, ...]
    senders: Mapping[int, str] = field(default_factory=dict)
    """The mail address whose words each level holds, as far as it is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedPart:
    """A sealed file in a message: attached, or in armour among its words."""

    name: str = ""
    """Of the attached file; empty for one among the words."""
    content: bytes
    """In armour, unless it was attached without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedMessage:
    """A mail or a chat message."""

    subject: str = ""
    sender: str = ""
    """The mail address it came from; empty where nothing says so."""
    texts: tuple[MessageText, ...]
    passed_over: tuple[str, ...] = ()
    """The names of attached files that hold no text."""
    sealed: tuple[SealedPart, ...] = ()


_QUOTED = re.compile(r"[ \t]*((?:>[ \t]?)+)(.*)", re.DOTALL)
_BEGINS_QUOTE = re.compile(r"(?:on|am|le|el|il|op|den)\b.*\d", re.IGNORECASE)
_WROTE = re.compile(
    r"\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|skrev)\b[^:]{0,200}:$", re.IGNORECASE
)
_SEPARATOR = re.compile(
    r"[-_* ]*(?:original message|ursprüngliche nachricht|forwarded message|begin forwarded message"
    r"|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|message d'origine"
    r"|début du message (?:transféré|réexpédié)|message transféré|mensaje reenviado|messaggio inoltrato"
    r"|messaggio originale|doorgestuurd bericht|oorspronkelijk bericht)[-_* :]*|_{8,}",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"\*?(from|von|van|de|da|fra|från|sent|gesendet|verzonden|envoyé|enviado|inviato|skickat|date|datum|data"
    r"|to|an|aan|à|pour|para|till|til|cc|kopie|subject|betreff|onderwerp|objet|sujet|asunto|oggetto|ämne"
    r"|reply-to|organisation|organization)\*?[ \t]*:",
    re.IGNORECASE,
)
_SENDER = re.compile(r"\*?(?:from|von|van|de|da|fra|från)\*?[ \t]*:", re.IGNORECASE)
_ADDRESS = re.compile(r"[\w.+=~-]+@[A-Za-z0-9.-]+[A-Za-z0-9]", re.ASCII)
_LONGEST_QUOTE_HEAD = 300
"""Characters of a line such as "On … wrote:"; only so many are searched."""
_PUT_IN_BY_MAILERS = dict.fromkeys(map(ord, "\u200b\u2060\ufeff\u00ad\u200e\u200f\u061c"))
"""Invisible signs that programs put in; what turns the direction of a whole text is not among them."""


def find_address(text: str) -> str:
    """Return the last mail address of a text; empty where there is none."""
    found = _ADDRESS.findall(text[-_LONGEST_QUOTE_HEAD:])
    return found[-1].lower() if found else ""


def parse_text(text: str, name: str = "", sender: str = "") -> MessageText:
    """Return the lines of a text. Raises MessageError when there are too many."""
    shown = re.sub(
        r"[^\n\t\x20-\x7e\x80-\ud7ff\ue000-\U0010ffff]", "\ufffd", text.replace("\r\n", "\n")
    )
    raws = shown.translate(_PUT_IN_BY_MAILERS).replace("\u00a0", " ").split("\n")
    if len(raws) > MOST_LINES:
        raise MessageError(gettext("a message has at most {number} lines", number=MOST_LINES))
    reader = _LineSorter(raws=raws, senders={0: sender} if sender else {})
    return MessageText(name=name, lines=tuple(reader.lines()), senders=reader.senders)


@dataclass(slots=True)
class _LineSorter:
    """Tells the sender's own lines from what is quoted, from signatures, and from lines about these."""

    raws: list[str]
    senders: dict[int, str]
    below: int = 0
    """1 below a line that begins a quotation without marks."""
    signed: int = -1
    """The level of the signature that a line belongs to; -1 outside."""
    heads: int = 0
    """How many lines are still about the quotation that was begun."""

    def lines(self) -> Iterator[MessageLine]:
        """Yield every line."""
        for at, raw in enumerate(self.raws):
            match = _QUOTED.fullmatch(raw)
            marks = match[1].count(">") if match is not None else 0
            text = match[2] if match is not None else raw
            self._begin_quotation(at, marks)
            level = self.below + marks
            aside = self._aside(text, level)
            yield MessageLine(number=at + 1, text=text.rstrip(), level=level, aside=aside)

    def _begin_quotation(self, at: int, marks: int) -> None:
        """Note where a quotation begins, how many lines say so, and whose words it is said to hold."""
        if self.heads:
            return
        self.heads = self._count_heads(at)
        if not self.heads:
            return
        about = " ".join(self.raws[at : at + self.heads])
        after = next((one for one in self.raws[at + self.heads :] if one.strip()), "")
        is_marked = after.lstrip().startswith(">")
        if not marks and not is_marked:
            self.below, self.signed = 1, -1
        level = self.below + marks + (1 if is_marked and not marks else 0)
        said = [one for one in self.raws[at : at + self.heads] if _SENDER.match(one.lstrip("> "))]
        address = find_address(said[0] if said else about)
        if address and level:
            self.senders.setdefault(level, address)

    def _count_heads(self, at: int) -> int:
        """Return how many lines from one on say that a quotation follows; 0 when it is words."""
        lines = [one.lstrip("> \t").strip() for one in self.raws[at : at + 12]]
        first = lines[0][:LONGEST_LINE]
        if _SEPARATOR.fullmatch(first):
            return 1 + self._count_head_lines(lines[1:])
        for count in (1, 2, 3):
            joined = " ".join(lines[:count])
            is_head = joined.endswith(":") and len(joined) <= _LONGEST_QUOTE_HEAD
            if is_head and _WROTE.search(joined) and (count == 1 or _BEGINS_QUOTE.match(first)):
                return count
        found = self._count_head_lines(lines)
        return found if found > 2 and _SENDER.match(first) else 0

    @staticmethod
    def _count_head_lines(lines: list[str]) -> int:
        """Return how many lines are the head of a mail, blank ones before it included."""
        blanks = next((at for at, line in enumerate(lines) if line), 0)
        count = next(
            (at for at, line in enumerate(lines[blanks:]) if not _HEAD.match(line)), len(lines)
        )
        return blanks + count if count else 0

    def _aside(self, text: str, level: int) -> str:
        """Return what a line is if it is none of the words; empty for words."""
        if self.heads:
            self.heads -= 1
            return N_("about a quotation")
        if text.rstrip("\r") == "-- ":
            self.signed = level
        elif self.signed != level:
            self.signed = -1
        return N_("signature") if self.signed == level else ""
