"""Giving a power to another player: what `game.toml` says afterwards."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.archive.edits.toml_edits import FileEdit, KeyChanges, edit_settings
from zinegen.archive.folder.contacts import is_mail_address
from zinegen.archive.folder.game_file import FormerPlayer, Person, read_settings
from zinegen.archive.folder.games import Game
from zinegen.archive.seals import is_public_key
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext
from zinegen.play.names import power_slug
from zinegen.play.texts.tables import LONGEST_NAME, is_name
from zinegen.play.texts.toml_text import quote_toml


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """A power's new player, and from when on."""

    edit: FileEdit
    before: Person | None
    """Who had the seat; None where it was vacant."""
    is_new: bool
    """False: that player has the seat already."""
    until: str = ""
    """The last season of the former player; empty where there was none, or none of it was played."""


def seat_player(game: Game, power: Power, player: Person | None) -> SeatChange:
    """Return ``game.toml`` with another player of a power from the open season on; None leaves it vacant.

    Who played before stands under ``[replaced]``, until the last season that was judged. Seating that one
    again takes the change back. Raises GameFolderError for a name, address or key that is none.
    """
    settings, slug = game.settings, power_slug(power)
    before = settings.players.get(power)
    if player is not None:
        _check_person(player)
    if before == player or (before and player and before.name == player.name and _is_bare(player)):
        return SeatChange(edit=_edit(game, {}), before=before, is_new=False)
    former = settings.replaced.get(power, ())
    until = game.recorded[-1].slug if game.recorded else ""
    is_back = bool(former) and former[-1].until == until and player is not None
    if is_back and player is not None and former[-1].name == player.name:
        former = former[:-1]
    elif before is not None and until and not (former and former[-1].until == until):
        former = (*former, FormerPlayer(name=before.name, until=until))
    changes: KeyChanges = {
        ("players", slug): _write_person(player) if player is not None else None,
        **_change_former_players(game, power, former),
    }
    is_former = before is not None and any(one.name == before.name for one in former[-1:])
    return SeatChange(
        edit=_edit(game, changes), before=before, is_new=True, until=until if is_former else ""
    )


def _is_bare(player: Person) -> bool:
    """Tell whether nothing but a name is said of a player."""
    return player == Person(name=player.name)


def _check_person(player: Person) -> None:
    if not is_name(player.name):
        raise GameFolderError(
            gettext(
                "{name!r} is no name: at most {number} letters, digits, blanks, . ' -",
                name=player.name[:60],
                number=LONGEST_NAME,
            )
        )
    if player.mail and not is_mail_address(player.mail):
        raise GameFolderError(
            gettext(
                "{address!r} is no mail address: it looks like bob@example.org",
                address=player.mail[:60],
            )
        )
    if player.key and not is_public_key(player.key):
        raise GameFolderError(gettext("this is no public key: public keys begin with age1"))


def _write_person(player: Person) -> str:
    parts = [f"name = {quote_toml(player.name)}"]
    parts += [f"id = {player.id}"] if player.id else []
    parts += [f"mail = {quote_toml(player.mail)}"] if player.mail else []
    parts += [f"key = {quote_toml(player.key)}"] if player.key else []
    return f"{{ {', '.join(parts)} }}"


def _change_former_players(
    game: Game, power: Power, former: tuple[FormerPlayer, ...]
) -> KeyChanges:
    if former == game.settings.replaced.get(power, ()):
        return {}
    lines = (
        f"{{ name = {quote_toml(one.name)}, until = {quote_toml(one.until)} }}" for one in former
    )
    said = f"[{', '.join(lines)}]" if former else None
    return {("replaced", power_slug(power)): said}


def _edit(game: Game, changes: KeyChanges) -> FileEdit:
    path, shown, root = game.folder / "game.toml", f"{game.shown}/game.toml", game.folder.parents[1]
    return edit_settings(path, shown, changes, lambda one: read_settings(one, game.slug, root)[1])
