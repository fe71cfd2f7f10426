"""Makes the letters that commands print, write and send, of what a zine prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from zinegen.archive.sealing.player_reports import (
    find_player_report,
    read_published_report,
    require_player_key,
    seal_for_player,
)
from zinegen.board.board import Power
from zinegen.cli.exits import print_error
from zinegen.cli.keys import find_identity
from zinegen.cli.reading.chosen import (
    OpenZine,
    PlayedSeason,
    choose_game,
    choose_issue,
    choose_season,
    find_played,
    make_document_maker,
)
from zinegen.errors import GameFolderError
from zinegen.languages.names import name_power
from zinegen.notation.grammar.names import suggest
from zinegen.pages.builders.players import PlayerTable
from zinegen.pages.builders.reminder import describe_wanted
from zinegen.pages.contents import GameContents, IssueView
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.outgoing.letter_maps import WantedLetterMap, queue_letter_maps, read_letter_maps
from zinegen.pages.outgoing.letters import ForOne, LetterMap, LetterWriter, name_report
from zinegen.pages.outgoing.messages import Attachment, Letter
from zinegen.pages.outgoing.own_report import own_report
from zinegen.pages.paper.documents import DocumentMaker, PrintDocument
from zinegen.pages.paper.pdf import make_pdf
from zinegen.pages.paper.typesetting import need_typesetter
from zinegen.pages.views import SeasonView
from zinegen.play.deadlines import powers_to_order
from zinegen.play.names import power_of, power_slug
from zinegen.play.setups import keeps_secrets


@dataclass(slots=True, kw_only=True)
class LetterMaker:
    """Makes letters of a zine's contents."""

    zine: OpenZine
    with_maps: bool
    with_pdf: bool = False
    leave: str = ""
    played: dict[str, PlayedSeason] = field(default_factory=dict)
    """Seasons as their folders have them, by the uri of their pages."""
    unrecorded: str = ""
    """The season it is about, where that is not recorded and may still come out otherwise."""
    addresses: dict[str, str] = field(default_factory=dict)
    """Those of the players to whom the letter goes because they play, by power."""

    @property
    def writer(self) -> LetterWriter:
        """What writes them."""
        return LetterWriter(
            zine=self.zine.zine,
            links=self.zine.links,
            leave=self.leave,
            press=self.zine.contents.press_pictures if self.with_maps else {},
        )

    def make(
        self,
        issue: str | None,
        game_name: str | None,
        season_name: str | None,
        *,
        power: str | None = None,
        key: tuple[Path, ...] = (),
    ) -> Letter:
        """Return the letter about an issue, or about a season of a game, perhaps for one power alone.

        Raises GameFolderError when there is no such thing.
        """
        contents = self.zine.contents
        if game_name is None:
            sheet = choose_issue(contents, issue)
            return self._with_pdf(
                self._make_issue(sheet),
                f"issue-{Path(sheet.uri).stem}",
                lambda maker: maker.make_issue(sheet),
            )
        game = choose_game(contents, game_name)
        season = choose_season(game, season_name)
        played = self._find_played(season)
        settings = played.game.settings
        one = find_power(power, settings.powers) if power else None
        for_one = self._make_for_one(season, one, key) if one is not None else None
        self.addresses = {
            who: person.mail
            for who, person in settings.players.items()
            if person.mail and one in {None, who}
        }
        if not played.is_recorded:
            self.unrecorded = season.name
        letter = self._make_season(game, season, for_one)
        return self._with_pdf(letter, game.view.head.slug, lambda maker: maker.make_game(game))

    def draw_season(self, season: SeasonView) -> tuple[LetterMap, ...]:
        """Return the maps of a season as an issue has them: that of its moves is the first."""
        return self._draw(*self._queue(season, after=False))

    def _make_issue(self, issue: IssueView) -> Letter:
        wanted = {one.uri: self._queue(one, after=False) for one in issue.seasons}
        return self.writer.issue(issue, {uri: self._draw(*one) for uri, one in wanted.items()})

    def _make_season(
        self, game: GameContents, season: SeasonView, for_one: ForOne | None
    ) -> Letter:
        over = [one for one in game.seasons if not one.is_open]
        chart = game.view.chart if season is over[-1] else None
        maps = self._draw(*self._queue(season, after=True))
        return self.writer.season(season, maps, chart=chart, for_one=for_one)

    def _with_pdf(
        self, letter: Letter, name: str, make: Callable[[DocumentMaker], PrintDocument]
    ) -> Letter:
        """Return a letter with the issue, or the game so far, as PDF beside it, if that is wanted.

        Raises NoPrintError where nothing is there that sets type.
        """
        if not self.with_pdf:
            return letter
        need_typesetter()
        maker = make_document_maker(self.zine)
        document = make(maker)
        content = make_pdf(document, maker.draw(document), "a4", maker.find_address, Path.cwd())
        pdf = Attachment(name=f"{name}.pdf", content=content, kind="application/pdf")
        return replace(letter, attached=(*letter.attached, pdf))

    def _queue(
        self, season: SeasonView, *, after: bool
    ) -> tuple[MapQueue, Sequence[WantedLetterMap]]:
        slug = season.game.slug
        find = self.zine.publisher.maps.find
        maps = MapQueue(folder=f"games/{slug}/maps/", title=season.game.title, find=find)
        if not self.with_maps:
            return maps, ()
        record = self._find_played(season).record
        return maps, [*queue_letter_maps(season, record, maps, after=after)]

    def _draw(self, maps: MapQueue, wanted: Sequence[WantedLetterMap]) -> tuple[LetterMap, ...]:
        renderer = self.zine.publisher.maps
        undrawn = renderer.render_missing(maps.jobs)
        for uri, why in undrawn.items():
            print_error(f"{uri} could not be drawn, and is left out: {why}")
        uris = [uri for uri in maps.jobs if uri not in undrawn]
        contents = {uri: path.read_bytes() for uri, path in renderer.paths(uris).items()}
        return read_letter_maps(wanted, contents)

    def _find_played(self, season: SeasonView) -> PlayedSeason:
        if season.uri not in self.played:
            self.played[season.uri] = find_played(self.zine, season)
        return self.played[season.uri]

    # ------------------------------------------------------------------------------- one power

    def _make_for_one(
        self, season: SeasonView, power: Power, key_files: tuple[Path, ...]
    ) -> ForOne:
        """Return what is for one power alone: sealed if the game seals."""
        played = self._find_played(season)
        game = played.game
        is_last = played.record is played.progress.records[-1]
        called = name_power(power)
        if game.settings.secrecy.orders != "sealed":
            text = self._write_own(season, played, power, is_last=is_last)
            return ForOne(power=power, called=called, text=text)
        if published := read_published_report(game, played.folder, power):
            return ForOne(power=power, called=called, text=published)
        if keeps_secrets(game.settings.variant):
            identity = find_identity(key_files)
            sealed = find_player_report(game, played.folder, played.record, power, identity)
        else:
            key = require_player_key(game, power)
            text = self._write_own(season, played, power, is_last=is_last)
            sealed = seal_for_player(text, key)
        name = name_report(power_slug(power), season)
        kind = "application/octet-stream"
        return ForOne(
            power=power,
            called=called,
            text="",
            sealed=Attachment(name=name, content=sealed, kind=kind),
        )

    def _write_own(
        self, season: SeasonView, played: PlayedSeason, power: Power, *, is_last: bool
    ) -> str:
        progress = played.progress
        following = progress.open_season
        wanted = hand_in = ""
        if following is not None and is_last:
            zine = self.zine.zine
            if played.game.settings.secrecy.is_anonymous:
                zine = replace(zine, edit="")  # what the platform takes shows everybody who sent it
            table = PlayerTable(zine=zine, play=progress, people={})
            if power in powers_to_order(
                following.variant, progress.state, following.deadline.phases
            ):
                wanted = describe_wanted(power, progress, following)
                hand_in = table.find_hand_in(power, following).removeprefix("mailto:")
        return own_report(season, power_slug(power), name_power(power), wanted, hand_in)


def find_power(name: str, powers: tuple[Power, ...]) -> Power:
    """Return a power by its name in any case; raises GameFolderError where there is none."""
    found = power_of(power_slug(Power(name.strip())), powers)
    if found is None:
        known = tuple(power_slug(one) for one in powers)
        hint = suggest(name.strip().lower(), known, f"there are {', '.join(known)}")
        raise GameFolderError(f"there is no power called {name}; {hint}")
    return found
