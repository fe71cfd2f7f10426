"""The command that tells news: to Discord, Slack, Matrix, other programs and by mail, each thing once."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict, Unpack

import click

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.files import lock_folder, read_text, write_atomically
from zinegen.catalogues.catalogue import find_language
from zinegen.cli.exits import CANNOT, DONE, WRONG, print_error, progress_line
from zinegen.cli.reading.channel_settings import load_channels
from zinegen.cli.reading.chosen import OpenZine, choose_game, choose_season, open_zine_here
from zinegen.cli.reading.letter_maker import LetterMaker
from zinegen.cli.reading.sending import Wanted, find_way_out, load_mail_settings, send_letter
from zinegen.delivery.channels import MAIL, MAILED, MATRIX, Channel
from zinegen.delivery.posts import News, PostedMap, make_post, write_text
from zinegen.delivery.sent_list import SentEntry, SentList, State
from zinegen.delivery.smtp import Outcome
from zinegen.delivery.webhooks import send_post, show_on_matrix
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.languages.texts import speaking
from zinegen.pages.contents import GameContents
from zinegen.pages.outgoing.news import NewsWriter
from zinegen.pages.views import SeasonView

ANNOUNCED = Path("announced.jsonl")
"""What was told in which channel: in the zine's own folder and in git; it names channels and no addresses."""
SHOWN = 2000


class _Words(TypedDict):
    """What is told, and how."""

    season: str | None
    dry_run: bool
    again: bool
    reserve: Path | None
    reserved: Path | None


@click.command()
@click.argument("game", required=False)
@click.option("--all", "everything", is_flag=True, help="Of all games, and the newest issue.")
@click.option("--season", metavar="SEASON", help="This season of the game, however old it is.")
@click.option("--dry-run", is_flag=True, help="Print what would be told where, and tell nothing.")
@click.option("--again", is_flag=True, help="Also what was told, or perhaps told, before.")
@click.option(
    "--reserve",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Only write down what is going to be told, and into this file: to be committed first.",
)
@click.option(
    "--reserved",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Tell what was written into this file, and nothing else.",
)
def announce(*, game: str | None, everything: bool, **said: Unpack[_Words]) -> int:
    """Tell what is new in channels.toml's channels: seasons, issues, deadlines; each thing once.

    What was told stands in announced.jsonl. It is written before anything goes out: what a run that was cut
    off had begun is asked about, and never told again by itself.
    """
    if (game is None) == (not everything):
        raise click.UsageError("name a game, or --all")
    if said["season"] is not None and game is None:
        raise click.UsageError("--season needs a game")
    if said["reserve"] is not None and said["reserved"] is not None:
        raise click.UsageError("--reserve first, --reserved then: not both")
    channels = load_channels()
    with progress_line(wanted=True), lock_folder(Path.cwd(), wait=True):
        crier = _Announcer(zine=open_zine_here(), channels=channels, words=said)
        with speaking(find_language(crier.zine.zine.language)):
            return crier.announce(game)


_TOLD_WITH = {"resumed": frozenset({"paused", "moved"})}
"""Where a pause or another deadline is told, its end is told too."""


@dataclass(slots=True, kw_only=True)
class _Announcer:
    """Tells what is new in some channels."""

    zine: OpenZine
    channels: Sequence[Channel]
    words: _Words
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    sent: SentList = field(init=False)
    pictures: dict[str, PostedMap | None] = field(default_factory=dict)
    code: int = DONE

    def announce(self, game: str | None) -> int:
        """Tell everything that is due; return how it ended."""
        self.sent = SentList.read(ANNOUNCED)
        games = self.zine.contents.games
        chosen = [choose_game(self.zine.contents, game)] if game is not None else [*games]
        told = [*self._list_news(chosen, with_issue=game is None)]
        due = [
            (channel, news)
            for channel in self.channels
            for news in told
            if self._is_due(channel, news)
        ]
        if self.words["reserved"] is not None:
            due = self._choose_reserved(told, self.words["reserved"])
        if self.words["dry_run"]:
            for channel, news in due:
                click.echo(f"--- {channel.name} ({channel.kind})\n{write_text(news, SHOWN)}")
        elif self.words["reserve"] is not None:
            self._reserve(due, self.words["reserve"])
        else:
            for channel, news in due:
                self._tell(channel, news)
        if not due:
            click.echo("nothing new is to be told")
        return self.code

    # ------------------------------------------------------------------------------ what is new

    def _list_news(self, games: Iterable[GameContents], *, with_issue: bool) -> Iterator[News]:
        cards = {uri: card for one in self.zine.contents.games for uri, card in one.cards.items()}
        writer = NewsWriter(zine=self.zine.zine, links=self.zine.links, now=self.now, cards=cards)
        hours = max(one.hours for one in self.channels)
        for game in games:
            slug = game.view.head.slug
            try:
                progress = self._play(slug)
            except ZinegenError as problem:
                print_error(f"{slug}: {problem}")
                self.code = WRONG
                continue
            if self.words["season"] is not None:
                yield writer.tell_season(self._find_season(game, progress))
                continue
            yield from writer.list_seasons(game, len(progress.recorded))
            yield from writer.list_open(game, progress, hours)
        if with_issue:
            yield from writer.list_issues(self.zine.contents.issues)

    def _play(self, slug: str) -> GameProgress:
        found = self.zine.publisher.loader.read_progress(slug)
        if found is None:
            raise GameFolderError(f"it cannot be read: `zinegen check {slug}`")
        return found

    def _find_season(self, game: GameContents, progress: GameProgress) -> SeasonView:
        season = choose_season(game, self.words["season"])
        names = [one.slug for one in progress.game.seasons[: len(progress.recorded)]]
        if season.anchor not in names:
            slug = game.view.head.slug
            raise GameFolderError(
                f"{season.name} is not recorded and may still change; `zinegen close {slug}` records it"
            )
        return season

    def _is_due(self, channel: Channel, news: News) -> bool:
        """Tell whether news go to a channel now; says so where nobody knows whether they did before."""
        kinds = [one for one in channel.news if channel.kind != MAIL or one in MAILED]
        alike = _TOLD_WITH.get(news.kind, frozenset())
        if alike.union({news.kind}).isdisjoint(kinds) or (
            channel.games and news.game not in ("", *channel.games)
        ):
            return False
        if news.kind in {"deadline", "missing"} and not self._is_near(news, channel.hours):
            return False
        if self.words["again"]:
            return True
        entry = self.sent.find(news.number, channel.name)
        match entry:
            case None | SentEntry(state=State.PUT_OFF):
                return True
            case SentEntry(state=State.BEGUN):
                return self._ask(channel, news, entry)
            case SentEntry(state=State.REFUSED):
                said = f"refused on {entry.at[:10]} ({entry.why}); mend the channel, then --again tells it"
                print_error(f"{channel.name}: {news.title}: {said}")
                self.code = WRONG
            case _:
                pass
        return False

    def _is_near(self, news: News, hours: int) -> bool:
        when = datetime.fromisoformat(news.number.rpartition("/")[2])
        return (when - self.now).total_seconds() <= hours * 3600

    def _ask(self, channel: Channel, news: News, entry: SentEntry) -> bool:
        if self.words["reserved"] is not None:
            return False
        what = (
            f"{channel.name}: {news.title}: nobody knows whether this was told on {entry.at[:10]}"
        )
        if sys.stdin.isatty() and not self.words["dry_run"]:
            if click.confirm(f"{what}. Tell it (again)?", default=False, err=True):
                return True
            self.sent.add([replace(entry, state=State.SENT, why="said to have arrived", at="")])
            return False
        print_error(f"{what}; look there. --again tells it")
        self.code = WRONG
        return False

    # --------------------------------------------------------------------------- how it is told

    def _reserve(self, due: Sequence[tuple[Channel, News]], path: Path) -> None:
        self.sent.add([self._begin(channel, news) for channel, news in due], self.now)
        listed = [[channel.name, news.number] for channel, news in due]
        write_atomically(path, (json.dumps(listed) + "\n").encode())
        for channel, news in due:
            click.echo(f"{channel.name}: {news.title}: written down")

    def _choose_reserved(self, told: Sequence[News], path: Path) -> list[tuple[Channel, News]]:
        """Return what a run before has reserved in a file; raises GameFolderError for another file."""
        try:
            pairs = [(str(name), str(number)) for name, number in json.loads(read_text(path))]
        except (ValueError, TypeError):
            raise GameFolderError(f"{path} holds nothing that was reserved") from None
        by_number = {one.number: one for one in told}
        by_name = {one.name: one for one in self.channels}
        found = []
        for name, number in pairs:
            entry = self.sent.find(number, name)
            if (
                entry is not None
                and entry.state is State.BEGUN
                and name in by_name
                and number in by_number
            ):
                found.append((by_name[name], by_number[number]))
        return found

    def _begin(self, channel: Channel, news: News) -> SentEntry:
        return SentEntry(number=news.number, to=channel.name, state=State.BEGUN, digest=news.digest)

    def _tell(self, channel: Channel, news: News) -> None:
        if self.words["reserved"] is None:
            self.sent.add([self._begin(channel, news)], self.now)
        shown = self._find_picture(news) if channel.kind != MAIL else None
        if channel.kind == MAIL:
            outcome = self._mail(news)
        else:
            outcome, _ = send_post(make_post(channel, news, shown))
        # What a platform says might hold its address, and the list is in git: the number is enough.
        why = outcome.why.partition(":")[0] if outcome.why[:3].isdigit() else ""
        entry = replace(self._begin(channel, news), state=outcome.state, why=why)
        self.sent.add([entry], self.now)
        said = f"{channel.name}: {news.title}"
        match outcome.state:
            case State.SENT:
                click.echo(f"{said}: told")
            case State.BEGUN:
                print_error(f"{said}: nobody knows whether it was told ({outcome.why}); look there")
                self.code = WRONG
            case State.PUT_OFF:
                print_error(f"{said}: not told ({outcome.why}); typed again, it is tried again")
                self.code = CANNOT
            case State.REFUSED:
                print_error(f"{said}: refused ({outcome.why})")
                self.code = max(self.code, WRONG)
        if channel.kind == MATRIX and shown is not None and outcome.state is State.SENT:
            self._show_on_matrix(channel, news, shown)

    def _show_on_matrix(self, channel: Channel, news: News, shown: PostedMap) -> None:
        outcome = show_on_matrix(channel, news, shown)
        if outcome.state is not State.SENT:
            print_error(f"{channel.name}: {news.title}: told without its map ({outcome.why})")
            self.code = max(self.code, WRONG)

    def _find_picture(self, news: News) -> PostedMap | None:
        """Return the map of a season's orders; None of other news, and where none can be drawn."""
        if news.kind != "season":
            return None
        if news.number not in self.pictures:
            game = choose_game(self.zine.contents, news.game)
            maker = LetterMaker(zine=self.zine, with_maps=True)
            maps = maker.draw_season(choose_season(game, news.season))
            self.pictures[news.number] = (
                PostedMap(content=maps[0].content, alt=maps[0].alt) if maps else None
            )
        return self.pictures[news.number]

    def _mail(self, news: News) -> Outcome:
        """Send the mail about a season or an issue to its readers, as `zinegen mail --send` does."""
        try:
            settings = load_mail_settings()
            maker = LetterMaker(zine=self.zine, with_maps=True, leave=find_way_out(settings))
            letter = maker.make(None, news.game or None, news.season or None)
            wanted = Wanted(
                letter=letter, host=maker.writer.host, game=news.game, players=maker.addresses
            )
            code = send_letter(wanted, settings)
        except ZinegenError as problem:
            return Outcome(state=State.PUT_OFF, why=str(problem))
        # Who of them had it stands in the list of mails, and none gets it twice.
        state = State.PUT_OFF if code == CANNOT else State.SENT
        return Outcome(state=state, why="" if code == DONE else "not to everybody: see above")
