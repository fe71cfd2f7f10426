"""The command that makes mails: an issue or a season as text, as a message with maps, sent or shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict, Unpack

import click

from zinegen.archive.files import write_atomically
from zinegen.archive.sealing.player_reports import (
    find_player_report,
    read_published_report,
    require_player_key,
    seal_for_player,
)
from zinegen.board.board import Power
from zinegen.cli.exits import DONE, print_error, progress_line
from zinegen.cli.keys import KEY, find_identity
from zinegen.cli.reading.chosen import (
    OpenZine,
    PlayedSeason,
    choose_game,
    choose_issue,
    choose_season,
    find_played,
    open_zine_here,
)
from zinegen.cli.reading.sending import Wanted, find_way_out, load_mail_settings, send_letter
from zinegen.errors import GameFolderError
from zinegen.notation.grammar.names import suggest
from zinegen.pages.builders.players import PlayerTable
from zinegen.pages.builders.reminder import describe_wanted
from zinegen.pages.contents import GameContents, IssueView
from zinegen.pages.maps.map_files import MapQueue
from zinegen.pages.outgoing.letter_maps import WantedMap, queue_letter_maps, read_letter_maps
from zinegen.pages.outgoing.letters import ForOne, LetterMap, LetterWriter, name_report
from zinegen.pages.outgoing.messages import Attachment, Envelope, Letter, make_message
from zinegen.pages.outgoing.own_report import own_report
from zinegen.pages.views import SeasonView
from zinegen.play.deadlines import powers_to_order
from zinegen.play.names import power_of, power_slug
from zinegen.play.setups import keeps_secrets

MAIL, TEXT = ".eml", ".txt"


class _Subject(TypedDict):
    """What the mail is about, and for whom."""

    game: str | None
    season: str | None
    power: str | None
    key: tuple[Path, ...]


class _Words(_Subject):
    """And what is done with it."""

    output: Path | None
    send: bool
    dry_run: bool
    again: bool


@click.command()
@click.argument("issue", required=False)
@click.option("--game", metavar="GAME", help="A season of this game instead of an issue.")
@click.option("--season", metavar="SEASON", help="Which one, such as 1901-1-spring; else the last.")
@click.option("--power", metavar="POWER", help="With what is for this power alone.")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A whole message with HTML and maps (.eml), or the text alone (.txt).",
)
@click.option(
    "--send", is_flag=True, help="Send it, by the server in the configuration folder's mail.toml."
)
@click.option("--dry-run", is_flag=True, help="Say who would get it, and send nothing.")
@click.option("--again", is_flag=True, help="With --send: also to those who have had it.")
@KEY
def mail(*, issue: str | None, **said: Unpack[_Words]) -> int:
    """Make a mail of an issue, the newest if none is named, or of a season of a game.

    Its text goes to standard output, unless -o or --send says otherwise. Nobody is sent anything twice.
    """
    output, is_sent = said["output"], said["send"] or said["dry_run"]
    _check_words(issue, said)
    settings = load_mail_settings() if is_sent else None
    with progress_line(wanted=True):
        zine = open_zine_here()
        is_whole = said["send"] or said["dry_run"] or (output is not None and output.suffix == MAIL)
        leave = find_way_out(settings) if settings is not None else ""
        maker = _LetterMaker(zine=zine, with_maps=is_whole, leave=leave)
        letter = maker.make(issue, said)
    host = maker.writer.host
    if settings is not None:
        if maker.unrecorded and not said["dry_run"]:
            raise GameFolderError(
                f"nothing is sent: {maker.unrecorded} is not recorded and may still change;"
                f" `zinegen close {said['game']}` records it"
            )
        wanted = Wanted(
            letter=letter,
            host=host,
            game=said["game"] or "",
            players=maker.addresses,
            alone=said["power"] is not None,
            dry_run=said["dry_run"],
            again=said["again"],
        )
        return send_letter(wanted, settings)
    if output is None:
        click.echo(letter.text, nl=False)
        return DONE
    content = letter.text.encode()
    if output.suffix == MAIL:
        content = make_message(letter, Envelope(more={"X-Unsent": "1"}), host)
    write_atomically(output, content)
    click.echo(f"{output}: {letter.subject}, {len(content) / 1e6:.1f} MB")
    return DONE


def _check_words(issue: str | None, said: _Words) -> None:
    """Raise UsageError or GameFolderError for words that do not go together, before anything is read."""
    game, season, power, output = said["game"], said["season"], said["power"], said["output"]
    if issue is not None and game is not None:
        raise click.UsageError("an issue, or --game: not both")
    if game is None and (season or power):
        raise click.UsageError(f"{'--season' if season else '--power'} needs --game GAME")
    if output is not None and (said["send"] or said["dry_run"]):
        raise click.UsageError("-o writes a file, --send and --dry-run send: not both")
    if said["again"] and not (said["send"] or said["dry_run"]):
        raise click.UsageError("--again goes with --send")
    if output is not None and output.suffix not in {MAIL, TEXT}:
        raise GameFolderError(f"{output.name}: a mail is written as {MAIL}, its text as {TEXT}")
    if output is not None and not output.parent.is_dir():
        raise GameFolderError(f"{output}: there is no folder {output.parent}")


@dataclass(slots=True, kw_only=True)
class _LetterMaker:
    """Makes letters of a zine's contents."""

    zine: OpenZine
    with_maps: bool
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
        return LetterWriter(zine=self.zine.zine, links=self.zine.links, leave=self.leave)

    def make(self, issue: str | None, subject: _Subject) -> Letter:
        """Return the letter that was asked for; raises GameFolderError when there is no such thing."""
        contents = self.zine.contents
        if subject["game"] is None:
            return self._make_issue(choose_issue(contents, issue))
        game = choose_game(contents, subject["game"])
        season = choose_season(game, subject["season"])
        played = self._find_played(season)
        settings = played.progress.game.settings
        one = find_power(subject["power"], settings.powers) if subject["power"] else None
        for_one = self._make_for_one(season, one, subject["key"]) if one is not None else None
        self.addresses = {
            power: person.mail
            for power, person in settings.players.items()
            if person.mail and one in {None, power}
        }
        if not played.is_recorded:
            self.unrecorded = season.name
        return self._make_season(game, season, for_one)

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

    def _queue(self, season: SeasonView, *, after: bool) -> tuple[MapQueue, Sequence[WantedMap]]:
        slug = season.game.slug
        find = self.zine.publisher.maps.find
        maps = MapQueue(folder=f"games/{slug}/maps/", title=season.game.title, find=find)
        if not self.with_maps:
            return maps, ()
        record = self._find_played(season).record
        return maps, [*queue_letter_maps(season, record, maps, after=after)]

    def _draw(self, maps: MapQueue, wanted: Sequence[WantedMap]) -> tuple[LetterMap, ...]:
        renderer = self.zine.publisher.maps
        undrawn = renderer.render_missing(maps.jobs)
        for uri, why in undrawn.items():
            print_error(f"{uri} could not be drawn, and is left out: {why}")
        uris = [uri for uri in maps.jobs if uri not in undrawn]
        contents = {uri: path.read_bytes() for uri, path in renderer.paths(uris).items()}
        return read_letter_maps(wanted, contents)

    def _find_played(self, season: SeasonView) -> PlayedSeason:
        if season.uri not in self.played:
            self.played[season.uri] = find_played(season)
        return self.played[season.uri]

    # ------------------------------------------------------------------------------- one power

    def _make_for_one(
        self, season: SeasonView, power: Power, key_files: tuple[Path, ...]
    ) -> ForOne:
        """Return what is for one power alone: sealed if the game seals."""
        played = self._find_played(season)
        game = played.progress.game
        is_last = played.record is played.progress.records[-1]
        if game.settings.secrecy.orders != "sealed":
            text = self._write_own(season, played, power, is_last=is_last)
            return ForOne(power=power, text=text)
        if published := read_published_report(game, played.folder, power):
            return ForOne(power=power, text=published)
        if keeps_secrets(game.settings.variant):
            identity = find_identity(key_files)
            sealed = find_player_report(game, played.folder, played.record, power, identity)
        else:
            key = require_player_key(game, power)
            text = self._write_own(season, played, power, is_last=is_last)
            sealed = seal_for_player(text, key)
        name = name_report(power_slug(power), season)
        kind = "application/octet-stream"
        return ForOne(power=power, text="", sealed=Attachment(name=name, content=sealed, kind=kind))

    def _write_own(
        self, season: SeasonView, played: PlayedSeason, power: Power, *, is_last: bool
    ) -> str:
        progress = played.progress
        following = progress.open_season
        wanted = hand_in = ""
        if following is not None and is_last:
            table = PlayerTable(zine=self.zine.zine, play=progress, people={})
            if power in powers_to_order(progress.state, following.deadline.phases):
                wanted = describe_wanted(power, progress, following)
                hand_in = table.find_hand_in(power, following).removeprefix("mailto:")
        return own_report(season, power, wanted, hand_in)


def find_power(name: str, powers: tuple[Power, ...]) -> Power:
    """Return a power by its name in any case; raises GameFolderError where there is none."""
    found = power_of(power_slug(Power(name.strip())), powers)
    if found is None:
        known = tuple(power_slug(one) for one in powers)
        hint = suggest(name.strip().lower(), known, f"there are {', '.join(known)}")
        raise GameFolderError(f"there is no power called {name}; {hint}")
    return found
