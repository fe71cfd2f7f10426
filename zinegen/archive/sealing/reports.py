"""Private reports: what a power learned at a deadline and all that it knows, sealed to its player.

Every power gets one after every deadline, whether there is anything to tell or not, and all are of one
length; otherwise a report's being there, or its size, would tell that somebody found something. Those
whose players gave no key lie in plain where only the GM has them too. Source: docs/rules/post-atomic.md,
"7. Who is told what".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from zinegen.archive.files import make_folder, write_atomically
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.archive.seals import REPORT_PADDING, OneTimeKey, seal_report
from zinegen.board.board import Board, Power
from zinegen.game.state import KnownGround, PhaseKind
from zinegen.notation.grammar.writer import write_place, write_unit
from zinegen.play.names import digest, power_slug
from zinegen.play.records.records import PhaseRecord, SeasonRecord
from zinegen.rules.secrets import list_known, state_for

REPORTS = "reports"
"""The folder of sealed reports, in a season's."""
REPORT = ".txt.age"
"""What the name of one ends in, wherever it lies: it may have come by mail."""

KINDS = {
    "centre": "Supply centres that you know of",
    "no centre": "No supply centres",
    "range": "Mountain ranges",
    "double": "Double ranges",
    "owns": "You own",
}
"""The kinds of what a power knows, and what a report says of each."""


def report_text(record: SeasonRecord, power: Power) -> str:
    """Return a power's report of a season: the news, all that it knows, and the same in words.

    Where all this is too long for the common length, the words are left out.
    """
    news = "".join(_list_news(record, power)) or "nothing\n"
    board, known = record.after.board, list_known(record.after, power)
    lines = "".join(f"{one.line(board)}\n" for one in known) or "nothing\n"
    text = f"{power}, {record.game}, {record.season}\n\nNews\n{news}\nAll that you know\n{lines}"
    words = f"{text}\nIn words\n{''.join(_put_in_words(known, board))}"
    return words if len(words.encode()) < REPORT_PADDING else text


def _list_news(record: SeasonRecord, power: Power) -> Iterator[str]:
    for phase in record.phases:
        lines = phase.report.notices.get(power, ())
        lines = (*lines, *_list_retreats(phase, power))
        if lines:
            yield "\n".join((str(phase.phase), *lines, ""))


def _list_retreats(phase: PhaseRecord, power: Power) -> Iterator[str]:
    """Yield where each own unit that was dislodged may go, as its power can know (ruling 28)."""
    if phase.phase.kind is not PhaseKind.MOVES:
        return
    state = state_for(phase.after, power)
    for lost in state.dislodged.values():
        if lost.unit.power == power:
            places = " or ".join(write_place(place, state.board) for place in lost.retreats)
            yield f"{write_unit(lost.unit, state.board)} may retreat to {places or 'no place'}"


def _put_in_words(known: Iterable[KnownGround], board: Board) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for one in known:
        place = " and ".join(board[face].name for face in one.provinces)
        found.setdefault(one.kind, []).append(place)
    for kind, title in KINDS.items():
        if kind in found:
            yield f"{title}: {', '.join(found[kind])}.\n"


def write_reports(
    game: Game, season: SeasonFolder, record: SeasonRecord, key: OneTimeKey
) -> Mapping[str, str]:
    """Write the private reports of a season; those that are there already are written anew.

    They are sealed to the player, to the GM and the deputy, and to the game's own key. Return the digests of
    the sealed ones, by path in the game's folder.
    Raises SealError for a key that is none, GameFolderError when the disk does not take a file.
    """
    make_folder(season.folder / REPORTS)
    digests = {}
    for power in record.after.powers:
        text = report_text(record, power)
        player = game.settings.players.get(power)
        own = (player.key,) if player is not None and player.key else ()
        keys = (*own, *game.settings.secrecy.gm_keys)
        sealed, path = seal_report(text, keys, key), path_of_sealed_report(season, power)
        write_atomically(path, sealed)
        digests[path.relative_to(game.folder).as_posix()] = digest(sealed)
        if not own:
            write_private(game.folder, f"{season.slug}/{power_slug(power)}.txt", text.encode())
    return digests


def path_of_sealed_report(season: SeasonFolder, power: Power) -> Path:
    """Return the path of a power's sealed report."""
    return season.folder / REPORTS / f"{power_slug(power)}{REPORT}"


PRIVATE = "private"
"""The folder's name, in a game's."""


def write_private(game: Path, name: str, content: bytes) -> None:
    """Write a file into a game's private folder; ``name`` may hold folders.

    Raises GameFolderError when the disk does not take it.
    """
    folder = game / PRIVATE
    make_folder(folder)
    write_atomically(folder / ".gitignore", b"# Only the GM has this folder.\n*\n")
    path = folder / name
    make_folder(path.parent)
    write_atomically(path, content)
