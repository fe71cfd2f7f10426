"""What is published of a game's recorded seasons for readers to check: order files, receipts, throws, rules.

Notes in order files are published with them. While nobody is to know who plays, order files come without
notes and remarks, receipts without accounts and commits, and rulings as the record has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.files import FileError, read_plain
from zinegen.archive.folder.games import SeasonFolder
from zinegen.archive.folder.hidden_file import HIDDEN
from zinegen.archive.folder.hidden_file import LIMIT as HIDDEN_LIMIT
from zinegen.archive.folder.toml_files import encode_toml
from zinegen.archive.result_file import LIMIT, say_settings
from zinegen.archive.sealing.reports import REPORTS
from zinegen.archive.sealing.sealed_records import SEALED_RECORD
from zinegen.board.board import Power
from zinegen.notation.grammar.names import strip_remark
from zinegen.pages.builders.redaction import are_players_hidden
from zinegen.pages.views import CheckableSeason, CheckView, PageLink, SeasonView
from zinegen.play.names import power_slug
from zinegen.play.records.codec import Json
from zinegen.play.records.records import SeasonRecord
from zinegen.play.texts.close_file import Closing, Receipt, close_data
from zinegen.play.texts.order_file import VOTE
from zinegen.play.texts.toml_text import Value
from zinegen.play.verification.digests import is_press
from zinegen.play.verification.published import (
    CHANCE,
    CLOSE,
    RULED,
    PublishedSeason,
    find_owner,
    write_published,
)

CHECK = "check.json"


def check_uri(game: str, season: str) -> str:
    """Return where what is published of a season lies in the site."""
    return f"games/{game}/{season}/{CHECK}"


def find_check_page(game: str) -> str:
    """Return the uri of the page on which readers check a game."""
    return f"games/{game}/check.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPublisher:
    """Publishes the recorded seasons of one game."""

    play: GameProgress

    @property
    def seasons(self) -> tuple[SeasonFolder, ...]:
        """The seasons that can be checked, oldest first."""
        return self.play.game.recorded[: len(self.play.recorded)]

    @property
    def _open_key(self) -> str:
        """The published key of a game that keeps secrets; empty without one, or where it tells who plays."""
        settings, state = self.play.game.settings, self.play.state
        is_told = state.secrets is not None and not are_players_hidden(settings, state)
        return settings.secrecy.open_key if is_told else ""

    def view(self, seasons: Sequence[SeasonView]) -> CheckView | None:
        """Return the page on which readers check them; None while nothing is recorded."""
        if not self.seasons:
            return None
        slug = self.play.game.slug
        return CheckView(
            uri=find_check_page(slug),
            seasons=tuple(
                CheckableSeason(
                    page=PageLink(text=view.name, to=view.uri),
                    anchor=view.anchor,
                    data=check_uri(slug, view.anchor),
                )
                for _, view in zip(self.seasons, seasons, strict=False)
            ),
            is_secret=self.play.state.secrets is not None,
        )

    def files(self) -> Mapping[str, bytes]:
        """Return the files by uri."""
        game = self.play.game
        found = {
            check_uri(game.slug, season.slug): write_published(self._publish(season, record))
            for season, record in zip(self.seasons, self.play.recorded, strict=False)
        }
        if self._open_key:
            found |= dict(self._read_secrets())
        return found

    def _read_secrets(self) -> Iterator[tuple[str, bytes]]:
        """Yield what is sealed of a game that keeps secrets and whose key is published."""
        game = self.play.game
        for name in (HIDDEN, *(f"seasons/{one.slug}/{SEALED_RECORD}" for one in self.seasons)):
            try:
                limit = HIDDEN_LIMIT if name == HIDDEN else LIMIT
                content = read_plain(game.folder / name, limit)
            except FileError:
                continue  # the page says that it is not there
            yield f"games/{game.slug}/{name.removeprefix('seasons/')}", content

    def _publish(self, season: SeasonFolder, record: SeasonRecord) -> PublishedSeason:
        game = self.play.game
        turn = game.seasons.index(season) + 1
        behind = game.seasons[turn] if turn < len(game.seasons) else None
        setup = game.settings.setup
        start: Json = {
            "units": _list_texts(setup.units),
            "centres": _list_texts(setup.centres),
            "visits": _list_texts(setup.visits),
            "events": [*setup.events],
            "phase": str(setup.phase or game.seasons[0].deadline.phases[0]),
        }
        published = PublishedSeason(
            game=record.game,
            season=season.slug,
            shown=season.shown,
            turn=turn,
            powers=game.settings.powers,
            said=say_settings(
                game, replace(season, variant=season.variant.written_like(record.options))
            ),
            files=dict(self._read_files(season, record)),
            secret=game.settings.chance.secret,
            spelt=game.settings.chance.spelt,
            following=behind.deadline.phases if behind is not None else (),
            open_key=self._open_key,
            start=start,
        )
        if are_players_hidden(game.settings, self.play.state):
            return _hide_players(published, season.closing, game.settings.powers)
        return published

    def _read_files(self, season: SeasonFolder, record: SeasonRecord) -> Iterator[tuple[str, str]]:
        """Yield the names and texts of the files that a season was judged from, as they lie there now."""
        for name in sorted({*_list_judged(season, record), *_list_sealed(season)}):
            try:
                yield name, read_plain(season.folder / name, LIMIT).decode()
            except (FileError, UnicodeDecodeError):
                continue  # the page says that it is gone


def _list_judged(season: SeasonFolder, record: SeasonRecord) -> Iterator[str]:
    """Yield the files of a season that its record names: no press, and nothing that stays sealed."""
    begin = f"seasons/{season.slug}/"
    for path in record.inputs:
        name = path.removeprefix(begin)
        is_file = path.startswith(begin) and "#" not in path and ".." not in path
        if is_file and not is_press(path) and not name.startswith((SEALED_RECORD, REPORTS)):
            yield name


def _list_sealed(season: SeasonFolder) -> Iterator[str]:
    """Yield the sealed order files of a season that its receipts name."""
    for receipt in season.closing.receipts.values() if season.closing is not None else ():
        for one in filter(None, (receipt, receipt.in_time)):
            if one.sealed_sha256 and one.file:
                yield one.file


def _list_texts(given: Mapping[Power, Iterable[str]] | None) -> Json:
    return None if given is None else {power: [*lines] for power, lines in given.items()}


def _hide_players(
    published: PublishedSeason, closing: Closing | None, powers: tuple[Power, ...]
) -> PublishedSeason:
    """Return the same without what may tell who plays; what is sealed may hold notes, and is left out."""
    files = {name: text for name, text in published.files.items() if not name.endswith(".age")}
    files.pop(RULED, None)
    if closing is not None:
        receipts = {power: _hide_sender(one) for power, one in closing.receipts.items()}
        files[CLOSE] = encode_toml(close_data(replace(closing, receipts=receipts))).decode()
    for name, text in files.items():
        power = find_owner(name, powers)
        if power is not None:
            files[name] = _write_bare_orders(published, name, text, power)
    shortened = {RULED, *(name for name in published.files if name != CHANCE)}
    return replace(published, files=files, shortened=frozenset(shortened))


def _hide_sender(receipt: Receipt) -> Receipt:
    in_time = _hide_sender(receipt.in_time) if receipt.in_time is not None else None
    return replace(receipt, by_id=0, commit="", open_key="", in_time=in_time)


def _write_bare_orders(published: PublishedSeason, name: str, text: str, power: Power) -> str:
    orders = published.read_orders(name, text, power)
    data: dict[str, Value] = {
        "game": published.game,
        "season": published.season,
        "power": power_slug(power),
        **{key: _strip_remarks(one.text) for key, one in orders.sections.items()},
    }
    return encode_toml({**data, VOTE: [*orders.votes]} if orders.votes else data).decode()


def _strip_remarks(text: str) -> str:
    return "\n".join(map(strip_remark, text.splitlines()))
