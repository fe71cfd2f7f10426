"""Closing a season: what would come of it, the rulings it waits for, then `close`; and `reopen`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote

from zinegen.archive.closing.close import CloseResult, close_game, find_season_to_close
from zinegen.archive.closing.judge import draw_record
from zinegen.archive.closing.progress import GameProgress, last_moment
from zinegen.archive.closing.reopen import reopen_season
from zinegen.archive.closing.trial import try_close
from zinegen.archive.edits.toml_edits import FileEdit
from zinegen.archive.folder.games import SeasonFolder
from zinegen.cli.close import find_close_options
from zinegen.cli.gm.rulings import record_rulings
from zinegen.desk.desk import Desk
from zinegen.desk.finding import find_folder
from zinegen.desk.game_views.clock import find_clock_fault
from zinegen.desk.game_views.rulings import list_questions, read_answers
from zinegen.desk.memory.previews import Preview
from zinegen.desk.outcomes import DeedOutcome
from zinegen.desk.routes import Asked, DeskPage, MissingError, Moved, Screen, Sent, do, show
from zinegen.desk.versions import check_version, digest_files, read_version
from zinegen.drawing import draw_after, draw_before, draw_orders, to_svg
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext
from zinegen.pages.words.dates import say_season, season_title
from zinegen.pages.words.happenings import explain_end
from zinegen.pages.words.outcomes import describe_defaults, describe_outcome
from zinegen.pages.words.phases import name_phase_kind, phase_heading
from zinegen.play.records.public_records import public_record
from zinegen.play.records.records import SeasonRecord

RULINGS = "rulings.toml"


def _look(desk: Desk, asked: Asked) -> DeskPage:
    """Show what closing the open season now would come to; of sealed orders only after the deadline."""
    folder, now = find_folder(asked), datetime.now(UTC)
    current = desk.games.play(folder, now)
    season, title = find_season_to_close(current), current.game.settings.title
    values: dict[str, object] = {"slug": folder.name, "title": title, "season": season}
    if season is None:
        is_over = current.state.winners is not None
        return DeskPage(template="nothing-to-close.html", values={**values, "is_over": is_over})
    values["season_title"] = season_title(season.name)
    values["clock"] = find_clock_fault(current.game, now)
    if _is_sealed_still(desk, current, season, now):
        count = len(season.sealed)
        return DeskPage(template="sealed.html", values={**values, "count": count})
    last = last_moment(current.game, season)
    is_early = season.closing is None and (last is None or now < last)
    early = season.slug if is_early else ""
    seen = _digest(folder, season)
    tried = try_close(current, find_close_options(current.game, None, (), early))
    preview = desk.previews.keep(folder, title, tried, seen, early)
    questions, obstacles = list_questions(tried.waiting) if tried.waiting else ((), ())
    values |= {
        "of": preview.name,
        "is_early": is_early,
        "records": [_view_record(one) for one in tried.records],
        "findings": tried.findings,
        "waiting": tried.waiting,
        "questions": questions,
        "obstacles": obstacles,
        "digest": read_version(season.folder / RULINGS).digest,
        "command": _write_command(folder, early),
        "missing": current.list_missing(season) if season is current.open_season else (),
        "is_unlocked": desk.unlocked.is_unlocked(folder),
    }
    return DeskPage(template="close.html", values=values)


def _is_sealed_still(
    desk: Desk, current: GameProgress, season: SeasonFolder, now: datetime
) -> bool:
    """Tell whether orders are sealed, and neither is their deadline over nor did the GM unlock them."""
    is_sealed = current.game.settings.secrecy.orders == "sealed" and bool(season.sealed)
    last = last_moment(current.game, season)
    is_over = season.closing is not None or (last is not None and last <= now)
    return is_sealed and not is_over and not desk.unlocked.is_unlocked(current.game.folder)


def _digest(folder: Path, season: SeasonFolder) -> str:
    """Return the digest of all that closing a season reads and that somebody may change meanwhile."""
    files = (path for path in season.folder.rglob("*") if path.is_file())
    return digest_files([folder / "game.toml", *files])


def _write_command(folder: Path, early: str) -> str:
    return f"zinegen close {folder.name}" + (f" --early {early}" if early else "")


def _view_record(record: SeasonRecord) -> Mapping[str, object]:
    """Return what a season would come to, phase by phase: what happened, and what nobody ordered."""
    return {
        "season": record.season,
        "missing": record.missing,
        "phases": [
            {
                "name": phase_heading(one.phase),
                "lines": [*describe_outcome(one.played)],
                "lost": [*describe_defaults(one.played)],
            }
            for one in record.phases
        ],
    }


def _draw(desk: Desk, asked: Asked) -> Sent:
    """Return a map of a preview: before its season, its orders, or after it."""
    preview = desk.previews.find(asked.query.get("of", ""), find_folder(asked))
    if preview is None or not preview.tried.records:
        raise MissingError(gettext("This preview is no longer here: look once more."))
    first = preview.tried.records[0]
    match asked.path["kind"]:
        case "before":
            scene = draw_before(first.before, title=preview.title)
        case "orders":
            phase = first.phases[0]
            scene = draw_orders(phase.before, phase.report, title=preview.title)
        case "after":
            last = draw_record(preview.tried.records[-1])
            scene = draw_after(last.after, earlier=first.before, title=preview.title)
        case _:
            raise MissingError(gettext("There is no such map."))
    return Sent(content=to_svg(scene).encode(), kind="image/svg+xml")


def _rule(desk: Desk, asked: Asked) -> Moved:
    """Record the rulings that a form gives, and look what comes of them."""
    folder = find_folder(asked)
    preview = _find_unchanged(desk, asked, folder)
    waiting = preview.tried.waiting
    if waiting is None:
        raise GameFolderError(gettext("nothing waits for a ruling"))
    fields = {name: values[0].strip() for name, values in asked.fields.items() if values}
    answers = read_answers(list_questions(waiting)[0], fields)
    if not answers:
        raise GameFolderError(
            gettext("choose what you rule on, and say why: the reason is printed")
        )

    def compare(change: FileEdit) -> None:
        check_version(change.path, asked.get("digest"), change.after)

    record_rulings(folder, waiting.season, answers, compare)
    said = gettext("Your rulings stand in {file}.", file=f"{waiting.season}/{RULINGS}")
    told = DeedOutcome(said=(said, *(", ".join(ruling) for ruling, _ in answers)))
    return Moved(to=f"/games/{folder.name}/close", told=told)


def _find_unchanged(desk: Desk, asked: Asked, folder: Path) -> Preview:
    """Return the preview that a form was made from; raises GameFolderError where a file was changed since."""
    preview = desk.previews.find(asked.get("of"), folder)
    season = find_season_to_close(desk.games.play(folder, datetime.now(UTC)))
    if preview is None or season is None or _digest(folder, season) != preview.seen:
        raise GameFolderError(
            gettext(
                "a file of the game was changed since you looked: look once more what comes of it"
            )
        )
    return preview


def _close(desk: Desk, asked: Asked) -> Moved:
    folder = find_folder(asked)
    current, early = desk.games.play(folder, datetime.now(UTC)), ""
    if find_season_to_close(current) is not None:
        early = _find_unchanged(desk, asked, folder).early
    closed = close_game(folder, find_close_options(current.game, None, (), early))
    desk.unlocked.lock(folder)
    command = _write_command(folder, early)
    to = f"/games/{folder.name}" + ("/close" if closed.waiting is not None else "")
    told = DeedOutcome(
        command=command,
        said=tuple(_tell(closed)),
        wrong=tuple(_list_wrong(closed)),
        onward=(gettext("Write the issue"), "/issues") if closed.records else None,
        undo=_write_undo(folder, closed),
    )
    return Moved(to=to, told=told)


def _tell(closed: CloseResult) -> Iterator[str]:
    for record in closed.records:
        phases = ", ".join(name_phase_kind(phase.phase) for phase in record.phases)
        yield gettext(
            "{season} is recorded ({phases}).", season=_title(record.season), phases=phases
        )
        for phase in public_record(record).phases:
            yield from describe_defaults(phase.played)
    if closed.last is not None:
        end = explain_end(public_record(closed.last))
        yield gettext("The game is over. {how}", how=end)
    elif closed.idle:
        yield closed.idle
    if closed.next_season:
        yield gettext("Next orders are for {season}.", season=say_season(closed.following.slug))


def _title(folder: str) -> str:
    """Return a season's name as a sentence begins with it."""
    said = say_season(folder)
    return f"{said[:1].upper()}{said[1:]}"


def _list_wrong(closed: CloseResult) -> Iterator[str]:
    yield from (*closed.refused, *closed.to_pass_on)
    yield from (one.title for one in (*closed.unheard, *closed.findings))
    if closed.waiting is not None:
        yield gettext("{season} waits for you.", season=_title(closed.waiting.season))


def _write_undo(folder: Path, closed: CloseResult) -> str:
    return (
        f"zinegen reopen {folder.name} {closed.records[-1].season} --why …"
        if closed.records
        else ""
    )


def _look_at_reopening(desk: Desk, asked: Asked) -> DeskPage:
    folder = find_folder(asked)
    game = desk.games.play(folder, datetime.now(UTC)).game
    last = game.recorded[-1] if game.recorded else None
    values = {
        "slug": folder.name,
        "title": game.settings.title,
        "last": last.slug if last is not None else "",
        "last_title": season_title(last.name) if last is not None else "",
    }
    return DeskPage(template="reopen.html", values=values)


def _reopen(_: Desk, asked: Asked) -> Moved:
    folder, season, why = find_folder(asked), asked.get("season"), asked.get("why")
    today = datetime.now(UTC).date()
    found = reopen_season(folder, season, why, today)
    command = f"zinegen reopen {folder.name} {found.season} --why {quote(why)}"
    said = gettext(
        "{season} is open again, and its page says why. Rule or mend what has to be, and close it again.",
        season=_title(found.season),
    )
    undo = f"zinegen close {folder.name}"
    return Moved(
        to=f"/games/{folder.name}", told=DeedOutcome(command=command, said=(said,), undo=undo)
    )


def _unlock(desk: Desk, asked: Asked) -> Moved:
    """Let sealed orders be seen before their deadline; the log says so."""
    folder = find_folder(asked)
    season = desk.games.play(folder, datetime.now(UTC)).open_season
    if season is None:
        raise GameFolderError(gettext("no orders are wanted"))
    desk.unlocked.unlock(folder, season.slug, asked.get("why"))
    said = gettext("For ten minutes what is sealed can be looked at here; the log says so.")
    return Moved(to=f"/games/{folder.name}/close", told=DeedOutcome(said=(said,)))


SCREEN = Screen(
    key="closing",
    title="",
    routes=(
        show("/games/{game}/close", _look, draws=True),
        show("/games/{game}/close/{kind}.svg", _draw, draws=True),
        do("/games/{game}/rulings", _rule),
        do("/games/{game}/close", _close),
        show("/games/{game}/reopen", _look_at_reopening),
        do("/games/{game}/reopen", _reopen),
        do("/games/{game}/unlock", _unlock),
    ),
)
