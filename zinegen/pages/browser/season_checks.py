"""Checking a season in a reader's browser, from the files that the site publishes of it.

Format: docs/engine.md, "Questions and answers". What is wrong is told as `zinegen verify` tells it.
"""

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace

from zinegen.board.board import Power
from zinegen.game.state import GameState, Phase
from zinegen.game.variant import Variant
from zinegen.languages.texts import gettext
from zinegen.pages.browser.plain_data import Json, Request, get_value
from zinegen.pages.browser.positions import PlayablePosition, read_position
from zinegen.play.hidden_text import HiddenText, parse_hidden_text
from zinegen.play.names import digest
from zinegen.play.records.codec import RecordError, parse_json
from zinegen.play.records.public_records import add_digests, public_record
from zinegen.play.records.records import SeasonRecord
from zinegen.play.records.result_text import decode_record
from zinegen.play.setups import Setup, start_state
from zinegen.play.verification.check import CheckedPart, SeasonCheck
from zinegen.play.verification.digests import EDITED
from zinegen.play.verification.published import (
    PublishedSeason,
    read_published,
    read_undrawn_record,
)
from zinegen.play.verification.receipts import find_receipts, list_possible_digests, read_digest

Ends = MutableMapping[tuple[str, str], GameState]
"""The whole position after each season of a game that keeps secrets, by game and season."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFiles:
    """The texts that a site publishes of a season."""

    published: str
    """Its ``check.json``."""
    record: str
    """Its ``result.json``."""
    previous: str = ""
    """That of the season before; empty for the first."""
    opened: Mapping[str, str]
    """What was found inside sealed order files, by name."""
    hidden: str = ""
    """``hidden.toml``, opened with the game's own key; empty where that is not published."""
    hidden_record: str = ""
    """``hidden.json``, likewise."""
    sealed_record: str = ""
    """``hidden.json.age``, as it is published."""


def answer_question(request: Request, ends: Ends) -> dict[str, Json]:
    """Return the answer to a question of a page that checks records."""
    match get_value(request, "do", str):
        case "seals":
            return list_seals(get_value(request, "published", str))
        case "find":
            published = [str(one) for one in get_value(request, "published", list)]
            return find_files(get_value(request, "text", str), published)
        case _:
            position = read_position(get_value(request, "position", str))
            return check_season(position, _read_files(request), ends)


def _read_files(request: Request) -> SeasonFiles:
    opened = get_value(request, "opened", dict, {})
    return SeasonFiles(
        published=get_value(request, "published", str),
        record=get_value(request, "record", str),
        previous=get_value(request, "previous", str, ""),
        opened={str(name): str(text) for name, text in opened.items()},
        hidden=get_value(request, "hidden", str, ""),
        hidden_record=get_value(request, "hidden_record", str, ""),
        sealed_record=get_value(request, "sealed_record", str, ""),
    )


def list_seals(published: str) -> dict[str, Json]:
    """Return which sealed files of a season open with which published keys, and the key of the game."""
    season = read_published(parse_json(published.encode()))
    receipts = season.closing.receipts.values() if season.closing is not None else ()
    seals: list[Json] = [
        {"file": one.file, "key": one.open_key, "text": season.files[one.file]}
        for receipt in receipts
        for one in (receipt, receipt.in_time)
        if one is not None and one.open_key and one.file in season.files
    ]
    return {"seals": seals, "key": season.open_key}


def check_season(position: PlayablePosition, files: SeasonFiles, ends: Ends) -> dict[str, Json]:
    """Return what is right and what is wrong with a season.

    Raises RecordError when the files are no records.
    """
    published = read_published(parse_json(files.published.encode()))
    turn, variant = position.turn, position.turn.variant
    public, drawn = read_undrawn_record(files.record.encode(), turn.state)
    before = {}
    if files.previous:
        named = [path for path in public.inputs if path.endswith("/result.json")]
        before = dict.fromkeys(named, digest(files.previous.encode()))
    check = SeasonCheck(
        published=published,
        record=public,
        variant=variant,
        before=turn.state,
        previous=before,
        drawn=drawn,
        opened=files.opened,
    )
    parts = {"digests": check.check_digests(), "seals": check.check_seals()}
    if turn.state.secrets is not None:
        if not files.hidden_record:
            secret = CheckedPart(unchecked=1)
            return _describe({**parts, "throws": secret, "judge": secret})
        check, said = _open_whole_season(check, files, ends)
        parts["digests"] = replace(parts["digests"], wrong=(*parts["digests"].wrong, *said))
    return _describe({**parts, "throws": check.check_throws(), "judge": check.judge_again()})


def _describe(parts: Mapping[str, CheckedPart]) -> dict[str, Json]:
    return {
        "parts": [
            {
                "name": name,
                "count": part.count,
                "wrong": [*part.wrong],
                "notes": [*part.notes],
                "unchecked": part.unchecked,
            }
            for name, part in parts.items()
        ]
    }


def _open_whole_season(
    check: SeasonCheck, files: SeasonFiles, ends: Ends
) -> tuple[SeasonCheck, Sequence[str]]:
    """Return the check of the whole season of a game that keeps secrets, and what its public part misses."""
    published, public = check.published, check.record
    hidden = parse_hidden_text(files.hidden.encode(), published.game, "hidden.toml")
    data = parse_json(files.hidden_record.encode())
    if not isinstance(data, dict):
        raise RecordError("the record that was sealed is none")
    previous = next((path for path in public.inputs if path.endswith("/result.json")), "")
    if previous:
        before = ends.get((published.game, previous.split("/")[1]))
        if before is None:
            raise RecordError(
                gettext("This game keeps secrets: check its seasons from the first one on.")
            )
    else:
        before = _begin(published, check.variant, hidden)
    whole = decode_record(data.get("record"), before)
    ends[published.game, published.season] = whole.after
    extra = {path: one for path, one in public.inputs.items() if path not in whole.inputs}
    wrong = []
    name = f"{published.path}/hidden.json.age"
    if digest(files.sealed_record.encode()) != public.inputs.get(name):
        wrong.append(gettext(EDITED, path=name))
    if not _are_alike(add_digests(public_record(whole), extra), public):
        said = gettext(
            "{file} does not say what was judged in secret", file=f"{published.season}/result.json"
        )
        wrong.append(said)
    orders = data.get("orders")
    kept = (
        {f"orders/{name}.toml.age": str(text) for name, text in orders.items()}
        if isinstance(orders, dict)
        else {}
    )
    secret = published.secret or hidden.secret
    return replace(
        check,
        published=replace(published, secret=secret),
        record=whole,
        before=before,
        opened={**check.opened, **kept},
        drawn=(),
    ), wrong


def _are_alike(one: SeasonRecord, other: SeasonRecord) -> bool:
    """Tell whether two public records say the same, however their maps are drawn."""

    def strip(record: SeasonRecord) -> SeasonRecord:
        return replace(record, phases=())

    phases = zip(one.phases, other.phases, strict=False)
    same = all(
        (a.report, a.draws, a.after.units, a.after.phase)
        == (b.report, b.draws, b.after.units, b.after.phase)
        for a, b in phases
    )
    return strip(one) == strip(other) and len(one.phases) == len(other.phases) and same


def _begin(published: PublishedSeason, variant: Variant, hidden: HiddenText) -> GameState:
    """Return the whole position in which a game that keeps secrets begins."""
    said = published.start if isinstance(published.start, dict) else {}
    units, centres, visits = (_read_texts(said.get(key)) for key in ("units", "centres", "visits"))
    events = said.get("events")
    setup = Setup(
        units=units,
        centres=centres,
        visits=visits,
        events=tuple(map(str, events)) if isinstance(events, list) else (),
        phase=Phase.parse(str(said.get("phase"))),
        secret=hidden.setup,
    )
    return start_state(variant, setup)


def _read_texts(data: object) -> Mapping[Power, Sequence[str]] | None:
    if not isinstance(data, dict):
        return None
    return {
        Power(name): tuple(map(str, lines)) if isinstance(lines, list) else ()
        for name, lines in data.items()
    }


def find_files(text: str, published: Sequence[str]) -> dict[str, Json]:
    """Return where a file, or its digest, lay at the deadlines of some seasons: as the receipts say."""
    typed = read_digest(text)
    wanted = [typed] if typed else [*list_possible_digests(text)]
    return {"found": [*_list_found(wanted, published)], "is_digest": bool(typed)}


def _list_found(wanted: Sequence[str], published: Sequence[str]) -> Iterator[Json]:
    for content in published:
        season = read_published(parse_json(content.encode()))
        closing = season.closing
        for one in find_receipts(closing, wanted) if closing is not None else ():
            yield {
                "season": season.season,
                "power": one.power,
                "file": one.receipt.file,
                "status": str(one.receipt.status),
                "reason": one.receipt.reason,
                "received": one.receipt.received,
            }
