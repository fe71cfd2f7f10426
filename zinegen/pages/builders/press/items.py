"""Items of press as pages print them: signed as the house rule has it, with pictures that the GM accepted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.folder.press_files import PressItem, PressRule
from zinegen.archive.folder.press_pictures import (
    PictureError,
    PictureReference,
    PressPicture,
    cut_references,
    is_picture_name,
    read_picture,
)
from zinegen.board.board import Power
from zinegen.languages.names import name_power
from zinegen.languages.texts import N_, gettext
from zinegen.pages.builders.centre_chart import make_slug
from zinegen.pages.builders.players import is_nobody
from zinegen.pages.builders.press.rendering import PressError, render_notes, render_press
from zinegen.pages.views import NOTHING, PowerView, PressPictureView, PressView
from zinegen.pages.words.visible_text import one_line

_RULES: Mapping[PressRule, str] = {
    PressRule.GREY: N_("grey: it may be anonymous"),
    PressRule.BLACK: N_("black: it may bear any name, and nobody is told whose it is"),
    PressRule.ANONYMOUS: N_("anonymous: nobody is told whose it is"),
    PressRule.NONE: N_("none: powers write no press"),
}


def tell_press_rule(rule: PressRule) -> tuple[tuple[str, str], ...]:
    """Return how press is signed, as a line among a game's options; nothing of the usual rule."""
    return (("press", gettext(_RULES[rule])),) if rule in _RULES else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Signature:
    """How an item is signed."""

    sender: str
    author: PowerView | None = None
    """Who stands beside the sender."""
    is_hidden: bool = False
    """Nobody is told whose it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressPrinter:
    """Prints the press of one game."""

    game: str
    """The folder's name."""
    gm: str
    powers: Mapping[Power, PowerView]
    rule: PressRule = PressRule.WHITE

    def views(
        self, items: Iterable[PressItem], folder: Path, season: str = ""
    ) -> tuple[PressView, ...]:
        """Return a folder's items as pages print them; ``season`` is empty for those of the whole game.

        Those of which nobody is told whose they are come last, in an order that does not tell it either.
        """
        signed = [(item, self._sign(item)) for item in items]
        signed.sort(key=lambda one: (one[1].is_hidden, one[0].sha256 if one[1].is_hidden else ""))
        return tuple(self._view(item, signature, folder, season) for item, signature in signed)

    def files(
        self, items: Iterable[PressItem], folder: Path, season: str = ""
    ) -> Mapping[str, bytes]:
        """Return the pictures of a folder's items, by uri; without those that cannot be shown."""
        return {
            self._uri(one.name, picture, season): picture.content
            for item in items
            for one in item.pictures
            if (picture := _find_picture(one, folder)) is not None
        }

    def _uri(self, name: str, picture: PressPicture, season: str) -> str:
        return f"games/{self.game}/{season or 'statements'}/{Path(name).stem}{picture.suffix}"

    def _view(self, item: PressItem, signature: _Signature, folder: Path, season: str) -> PressView:
        text = cut_references(item.text)
        try:
            html = (
                render_notes(text, make_slug(item.file))
                if item.author is None
                else render_press(text)
            )
            refusal = ""
        except PressError as error:
            html, refusal = NOTHING, gettext("Not printed: {reason}.", reason=error)
        found = ((one, _find_picture(one, folder)) for one in item.pictures)
        return PressView(
            sender=signature.sender,
            dateline=one_line(item.dateline),
            html=html,
            refusal=refusal,
            power="" if signature.is_hidden else item.author or "",
            author=signature.author,
            is_unsigned=signature.is_hidden,
            pictures=tuple(
                PressPictureView(
                    uri=(uri := self._uri(one.name, picture, season)),
                    file=uri.replace("games/", "press-", 1).replace("/", "-"),
                    alt=one_line(one.alt),
                    caption=one_line(one.caption),
                    width=picture.width,
                    height=picture.height,
                )
                for one, picture in found
                if picture is not None
            ),
        )

    def _sign(self, item: PressItem) -> _Signature:
        """Return who is said to have written an item, and who is not said to."""
        name = one_line(item.signed)
        if item.author is None:
            return _Signature(sender=name or gettext("The GM"))
        nobody = gettext("Anonymous")
        if self.rule is PressRule.ANONYMOUS:
            return _Signature(sender=nobody, is_hidden=True)
        if name and is_nobody(name) and self.rule is not PressRule.WHITE:
            return _Signature(sender=nobody, is_hidden=True)
        if self.rule is PressRule.BLACK and name and not self._poses_as_gm(name):
            return _Signature(sender=name, is_hidden=True)
        names_power = f" {name or item.author}".casefold().endswith(f" {item.author}".casefold())
        author = None if names_power else self.powers[item.author]
        return _Signature(sender=name or name_power(item.author), author=author)

    def _poses_as_gm(self, name: str) -> bool:
        """Tell whether a signature is the GM's: what the GM decides nobody may forge."""
        letters = "".join(filter(str.isalnum, name.casefold()))
        gm = "".join(filter(str.isalnum, self.gm.casefold()))
        return letters in {"gm", "thegm", "gamemaster", "thegamemaster"} or (
            bool(gm) and gm in letters
        )


def _find_picture(one: PictureReference, folder: Path) -> PressPicture | None:
    """Return a picture that a text wants; None for one that is not there, not described, or none."""
    if not one.alt or not is_picture_name(one.name):
        return None
    try:
        return read_picture(folder / one.name)
    except PictureError:
        return None
