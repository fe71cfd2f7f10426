"""Deadlines and seats of a game: `extend`, `pause`, `resume`, `seat`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from shlex import quote

from zinegen.archive.edits.deadline_edits import extend_deadline, pause_game, resume_game
from zinegen.archive.edits.toml_edits import FileEdit
from zinegen.archive.folder.game_file import Person
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.cli.gm.deadlines import change_season, find_open_season, undo_extension
from zinegen.cli.gm.seats import change_seat, undo_seating
from zinegen.desk.desk import Desk
from zinegen.desk.finding import find_folder, find_power
from zinegen.desk.outcomes import DeedOutcome
from zinegen.desk.routes import Asked, Moved, Screen, do
from zinegen.desk.versions import check_version
from zinegen.languages.names import PowerInSentence
from zinegen.languages.texts import gettext
from zinegen.play.names import power_slug


def _see(asked: Asked) -> Callable[[FileEdit], None]:
    """Return what keeps a change from being written to another file than the form showed."""

    def compare(change: FileEdit) -> None:
        check_version(change.path, asked.get("digest"), change.after)

    return compare


def _extend(_: Desk, asked: Asked) -> Moved:
    folder, now = find_folder(asked), datetime.now(UTC)
    when, why = asked.get("when"), asked.get("why")

    def edit(game: Game, season: SeasonFolder) -> FileEdit:
        return extend_deadline(game, season, when, why, now)

    game, season = change_season(folder.name, edit, _see(asked))
    before, until = season.deadline.deadline, find_open_season(game).deadline.deadline
    said = (
        gettext("Orders are due {when}.", when=game.settings.deadlines.say(until)) if until else ""
    )
    undo = undo_extension(game.slug, before) if before is not None and before != until else ""
    command = f"zinegen extend {game.slug} {quote(when)} --why {quote(why)}"
    return Moved(
        to=f"/games/{game.slug}", told=DeedOutcome(command=command, said=(said,), undo=undo)
    )


def _pause(_: Desk, asked: Asked) -> Moved:
    folder, now, why = find_folder(asked), datetime.now(UTC), asked.get("why")
    game, _season = change_season(
        folder.name, lambda _, one: pause_game(one, why, now), _see(asked)
    )
    told = DeedOutcome(
        command=f"zinegen pause {game.slug} --why {quote(why)}",
        said=(gettext("The game rests; no deadline passes. Orders may still come in."),),
        undo=f"zinegen resume {game.slug}",
    )
    return Moved(to=f"/games/{game.slug}", told=told)


def _resume(_: Desk, asked: Asked) -> Moved:
    folder, now = find_folder(asked), datetime.now(UTC)
    game, season = change_season(
        folder.name, lambda one, two: resume_game(one, two, now), _see(asked)
    )
    until, pause = find_open_season(game).deadline.deadline, season.deadline.paused
    said = gettext("The game goes on.")
    if until is not None:
        due = gettext("Orders are due {when}.", when=game.settings.deadlines.say(until))
        said = f"{said} {due}"
    undo = f"zinegen pause {game.slug} --why {quote(pause.why)}" if pause is not None else ""
    told = DeedOutcome(command=f"zinegen resume {game.slug}", said=(said,), undo=undo)
    return Moved(to=f"/games/{game.slug}", told=told)


def _seat(desk: Desk, asked: Asked) -> Moved:
    folder = find_folder(asked)
    slug = power_slug(find_power(asked, desk.games.play(folder, datetime.now(UTC))))
    name, mail = asked.get("player"), asked.get("mail")
    before = desk.games.play(folder, datetime.now(UTC)).game.settings.players
    known = next((one for power, one in before.items() if power_slug(power) == slug), None)
    kept = known if known is not None and known.name == name else None
    person = (
        Person(name=name, mail=mail, id=kept.id if kept else 0, key=kept.key if kept else "")
        if name
        else None
    )
    game, power, change = change_seat(folder.name, slug, person, _see(asked))
    who = f"--player {quote(name)}" + (f" --mail {quote(mail)}" if mail else "")
    now = gettext("{name} plays {power:the} now.", name=name, power=PowerInSentence(power))
    nobody = gettext("Nobody plays {power:the} now.", power=PowerInSentence(power))
    told = DeedOutcome(
        command=f"zinegen seat {game.slug} {slug} {who if name else '--vacant'}",
        said=(now if name else nobody,),
        undo=undo_seating(game.slug, power, change.before) if change.is_new else "",
    )
    return Moved(to=f"/games/{game.slug}#players", told=told)


SCREEN = Screen(
    key="seasons",
    title="",
    routes=(
        do("/games/{game}/extend", _extend),
        do("/games/{game}/pause", _pause),
        do("/games/{game}/resume", _resume),
        do("/games/{game}/seat", _seat),
    ),
)
