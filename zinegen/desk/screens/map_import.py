"""A map made by clicking: a drawing is dropped in, and its shapes get their names one after another."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from shlex import join
from urllib.parse import quote

from zinegen.archive.files import (
    FileError,
    lock_folder,
    read_plain,
    read_text,
    scratch_folder,
    write_atomically,
)
from zinegen.archive.folder.games import game_folders
from zinegen.cli.base_maps import DRAWING, FACTS_FILE, NAMES_FILE, begin_map, make_map_of
from zinegen.cli.exits import GAMES
from zinegen.desk.desk import Desk
from zinegen.desk.map_drafts.draft import MapDraft, ShapeStatus, find_map_folder, read_draft
from zinegen.desk.map_drafts.edits import (
    ProvinceAnswer,
    edit_facts,
    find_unit,
    name_shape,
    release_shape,
    set_powers,
)
from zinegen.desk.map_drafts.remarks import Remark, list_coasts, list_remarks
from zinegen.desk.map_drafts.sheet import Sheet, make_sheet
from zinegen.desk.outcomes import DeedOutcome
from zinegen.desk.routes import Asked, DeskPage, MissingError, Moved, Screen, Upload, do, show
from zinegen.desk.screens.new import name_folder
from zinegen.desk.versions import write_version
from zinegen.errors import GameFolderError, MapError, ZinegenError
from zinegen.languages.texts import N_, gettext
from zinegen.maps.draft import looks_like_water
from zinegen.maps.drawings import LIMIT
from zinegen.maps.facts import LAND, WATER
from zinegen.maps.outlines import DrawingShape
from zinegen.maps.redrawn import LEFT_OUT, write_drawing
from zinegen.notation.findings import Level
from zinegen.notation.grammar.names import DIRECTIONS
from zinegen.play.texts.toml_text import quote_toml

ENDINGS = (".svg", ".geojson", ".topojson", ".json")
"""Of the drawings that are taken."""
MOST_POWERS, MOST_ERRORS = 96, 3
BY_HAND = "drawing-by-hand.svg"
"""A drawing as it was before the desk drew it anew, where somebody had drawn on it meanwhile."""


def _show_start(desk: Desk, _: Asked) -> DeskPage:
    return DeskPage(template="map-new.html", values={"drafts": list_drafts(desk.root)})


def list_drafts(root: Path) -> list[MapDraft]:
    """Return the maps that are being made in a zine; what cannot be read is left out."""
    found = []
    for path in sorted(root.glob(f"*/{DRAWING}")):
        folder = find_map_folder(root, path.parent.name)
        try:
            found += [read_draft(folder)] if folder is not None else []
        except ZinegenError:
            continue
    return found


def _begin(desk: Desk, asked: Asked) -> Moved:
    """Keep a drawing that was dropped in, and begin its `map.toml`."""
    given = Path(_find_drawing(asked).name.replace("\\", "/"))
    title = asked.get("title") or given.stem.replace("-", " ").replace("_", " ").title()
    name = name_folder(title)
    if not name:
        raise GameFolderError(gettext("The map needs a name."))
    folder = desk.root / name
    if folder.exists() or folder.is_symlink():
        said = gettext("There is a folder {name} already; give the map another name.", name=name)
        raise GameFolderError(said)
    return Moved(to=f"/new/map/{name}", told=_keep_drawing(desk, asked, folder, title))


def _change_drawing(desk: Desk, asked: Asked) -> Moved:
    """Take another version of a drawing; shapes of the same names stay what they were."""
    folder = _find(desk, asked)
    with lock_folder(folder, wait=True):
        told = _keep_drawing(desk, asked, folder, folder.name)
    return Moved(to=f"/new/map/{folder.name}", told=told)


def _find_drawing(asked: Asked) -> Upload:
    upload = next((one for one in asked.uploads if one.field == "drawing"), None)
    if upload is None or not upload.content:
        raise GameFolderError(gettext("There is no drawing: drop one in, or choose a file."))
    return upload


def _keep_drawing(desk: Desk, asked: Asked, folder: Path, title: str) -> DeedOutcome:
    """Draw what was dropped in anew into a map's folder; returns what became of it."""
    upload = _find_drawing(asked)
    given = Path(upload.name.replace("\\", "/"))
    ending = given.suffix.lower()
    if ending not in ENDINGS:
        said = gettext("A map is made of a drawing: {endings}", endings=", ".join(ENDINGS))
        raise GameFolderError(said)
    layers = tuple(filter(None, [asked.get("layer")]))
    with scratch_folder(desk.root) as scratch:
        source = scratch / f"drawing{ending}"
        source.write_bytes(upload.content)
        try:
            count = begin_map(source, folder, title, layers)
        except MapError as problem:
            raise MapError(str(problem).replace(str(source), given.name)) from None
    words = ["zinegen", "map", "draft", given.name, "-o", folder.name]
    words += [word for layer in layers for word in ("--layer", layer)]
    said = gettext("{count} outlines are kept in the folder {name}.", count=count, name=folder.name)
    return DeedOutcome(command=join(words), said=(said,))


def _find(desk: Desk, asked: Asked) -> Path:
    folder = find_map_folder(desk.root, asked.path["map"])
    if folder is None:
        raise MissingError(gettext("No such map is being made."))
    return folder


def _show_map(desk: Desk, asked: Asked) -> DeskPage:
    """Show the drawing with a shape lit: the one that is asked for, else the next that has no name."""
    draft = read_draft(_find(desk, asked))
    sheet = make_sheet(draft.shapes)
    known, made = desk.map_imports.get(draft.name, ((), None))
    remarks = list_remarks(draft, sheet, made) if made is not None else ()
    chosen = draft.find(asked.query.get("shape", "")) or draft.find_next()
    values = {
        "draft": draft,
        "sheet": sheet,
        "statuses": {one.own_name: draft.tell_status(one) for one in draft.shapes},
        "counts": {status.value: draft.count(status) for status in ShapeStatus},
        "remarks": remarks,
        "is_old": made is not None and known != (draft.digest, draft.drawing),
        "is_checked": made is not None,
        "games": [*_list_games(desk.root, draft.name)],
        "powers": "\n".join(draft.facts.units),
        "chosen": chosen,
        "is_asked": bool(asked.query.get("shape")),
        "drawing": DRAWING,
        "form": _describe_shape(draft, chosen) if chosen is not None else None,
        "coasts": [*_describe_coasts(desk, draft, chosen)],
        "labels": sorted(DIRECTIONS),
        "said": [one for one in remarks if chosen is not None and one.shape == chosen.own_name],
        "fonts": _size_fonts(sheet),
    }
    return DeskPage(template="map-desk.html", values=values)


def _size_fonts(sheet: Sheet) -> dict[str, float]:
    """Return how large the abbreviation in each shape is, so that it has room."""
    return {one.name: round(min(max(one.radius * 0.75, 7), 26), 1) for one in sheet.shapes}


def _describe_shape(draft: MapDraft, shape: DrawingShape) -> dict[str, object]:
    """Return what the form of a shape shows."""
    own = draft.owners.get(shape.own_name)
    if own is None:
        is_water = looks_like_water(shape)
        return {
            "name": "", "key": "", "terrain": WATER if is_water else LAND,
            "centre": False, "home": "", "unit": "", "is_new": True, "line": "",
        }  # fmt: skip
    power, unit = find_unit(draft, own.written)
    return {
        "name": own.name,
        "key": own.written,
        "terrain": own.terrain,
        "centre": own.centre,
        "home": own.home or power,
        "unit": unit[:1],
        "is_new": False,
        "line": next(_list_lines(draft, own.written), ""),
    }


def _list_lines(draft: MapDraft, written: str) -> Iterator[str]:
    """Yield the lines of `map.toml` in which a province stands."""
    return (line for line in draft.document.lines if line.partition("=")[0].strip() == written)


def _describe_coasts(
    desk: Desk, draft: MapDraft, shape: DrawingShape | None
) -> Iterator[dict[str, object]]:
    """Yield the coasts of a province that has several, each with its waters and its label."""
    own = draft.owners.get(shape.own_name) if shape is not None else None
    if own is None:
        return
    _, made = desk.map_imports.get(draft.name, ((), None))
    for waters in list_coasts(made, own.key):
        label = next((one for one, its in own.coasts.items() if {*its} & {*waters}), "")
        yield {"waters": waters, "label": label}


def _list_games(root: Path, name: str) -> Iterator[str]:
    """Yield the games that are played on a map."""
    for folder in game_folders(root / GAMES):
        try:
            said = tomllib.loads(read_text(folder / "game.toml"))
        except (FileError, ValueError):
            continue
        if said.get("map") == name:
            yield folder.name


def _save_shape(desk: Desk, asked: Asked) -> Moved:
    """Write what was said of a shape, and light the next one of which nothing is known."""
    draft = read_draft(_find(desk, asked))
    shape = _find_shape(draft, asked)
    answer = ProvinceAnswer(
        name=asked.get("pick") or asked.get("name"),
        key=asked.get("key"),
        terrain=WATER if asked.get("terrain") == WATER else LAND,
        centre=asked.has("centre"),
        home=asked.get("home"),
        unit=asked.get("unit") if asked.get("unit") in {"A", "F"} else "",
        coasts=_read_coasts(asked),
    )
    _write(draft, asked, name_shape(draft, shape.own_name, answer))
    return _go_on(draft.folder, shape.own_name)


def _read_coasts(asked: Asked) -> dict[str, Sequence[str]] | None:
    waters = asked.fields.get("waters", ())
    if not waters:
        return None
    labels = asked.fields.get("label", ())
    pairs = zip(labels, waters, strict=False)
    return {label: its.split(",") for label, its in pairs if label in DIRECTIONS}


def _find_shape(draft: MapDraft, asked: Asked) -> DrawingShape:
    shape = draft.find(asked.get("shape"))
    if shape is None:
        raise MissingError(gettext("The drawing has no such shape."))
    return shape


def _write(draft: MapDraft, asked: Asked, text: str) -> None:
    """Replace `map.toml` where it is still the one that was shown."""
    with lock_folder(draft.folder, wait=True):
        write_version(draft.folder / FACTS_FILE, asked.get("digest"), text)


def _go_on(folder: Path, shape: str) -> Moved:
    """Return the page with the next shape lit; the same one where no other is open."""
    draft = read_draft(folder)
    following = draft.find_next(shape)
    if following is None:
        return Moved(to=f"/new/map/{draft.name}?shape={quote(shape, safe='')}#go-on")
    return Moved(to=f"/new/map/{draft.name}?shape={quote(following.own_name, safe='')}#sheet")


def _leave_out(desk: Desk, asked: Asked) -> Moved:
    """Say that a shape is no province: it goes to the group of those in the drawing."""
    draft = read_draft(_find(desk, asked))
    shape = _find_shape(draft, asked)
    if shape.own_name in draft.owners:
        _write(draft, asked, release_shape(draft, shape.own_name))
    told = _write_left(draft, _list_left(draft) | {shape.own_name})
    return replace(_go_on(draft.folder, shape.own_name), told=told)


def _take_back(desk: Desk, asked: Asked) -> Moved:
    """Say that nothing is known of a shape: neither a name nor that it is no province."""
    draft = read_draft(_find(desk, asked))
    shape = _find_shape(draft, asked)
    if shape.own_name in draft.owners:
        _write(draft, asked, release_shape(draft, shape.own_name))
    told = _write_left(draft, _list_left(draft) - {shape.own_name})
    return Moved(
        to=f"/new/map/{draft.name}?shape={quote(shape.own_name, safe='')}#sheet", told=told
    )


def _list_left(draft: MapDraft) -> set[str]:
    return {one.own_name for one in draft.shapes if LEFT_OUT in one.layers}


def _write_left(draft: MapDraft, left: set[str]) -> DeedOutcome | None:
    """Draw the drawing anew; one on which somebody has drawn by hand is kept, and where it is is returned."""
    before, path = _list_left(draft), draft.folder / DRAWING
    if left == before:
        return None
    with lock_folder(draft.folder, wait=True):
        content = read_plain(path, LIMIT)
        is_ours = content == write_drawing(draft.shapes, before).encode()
        if not is_ours:
            write_atomically(draft.folder / BY_HAND, content)
        write_atomically(path, write_drawing(draft.shapes, left).encode())
    if is_ours:
        return None
    said = gettext(
        "The drawing is drawn anew, outlines alone; as it was, it is kept as {file}.",
        file=f"{draft.name}/{BY_HAND}",
    )
    return DeedOutcome(said=(said,))


def _save_facts(desk: Desk, asked: Asked) -> Moved:
    """Write what holds for the whole map: its title, its powers, when it begins, how many centres win."""
    draft = read_draft(_find(desk, asked))
    powers = [" ".join(line.split()) for line in asked.text("powers").splitlines() if line.strip()]
    changes = set_powers(draft, [*dict.fromkeys(powers)][:MOST_POWERS])
    title, begins, victory = (asked.get(name) for name in ("title", "begins", "victory"))
    if title and title != draft.facts.title:
        changes["title",] = quote_toml(title[:100])
    if begins and begins != draft.facts.begins:
        changes["begins",] = quote_toml(begins[:20])
    if victory != str(draft.facts.victory or ""):
        if victory and not re.fullmatch(r"[0-9]{1,4}", victory):
            raise GameFolderError(
                gettext("{label}: a number is wanted", label=gettext("Centres that win"))
            )
        changes["victory",] = (victory and str(int(victory))) or None
    _write(draft, asked, edit_facts(draft, changes))
    return _go_on(draft.folder, "")


def _save_names(desk: Desk, asked: Asked) -> Moved:
    """Keep a list of names that are to be given."""
    draft = read_draft(_find(desk, asked))
    with lock_folder(draft.folder, wait=True):
        write_atomically(draft.folder / NAMES_FILE, asked.text("names")[:40_000].encode())
    return _go_on(draft.folder, "")


def _make(desk: Desk, asked: Asked) -> Moved:
    """Make the map as `zinegen map import` does; what is said of it stays on the page."""
    folder = _find(desk, asked)
    draft = read_draft(folder)
    place = Path(draft.name)
    with lock_folder(folder, wait=True):
        made = make_map_of(place / DRAWING, place, place / FACTS_FILE)
    desk.map_imports[draft.name] = ((draft.digest, draft.drawing), made)
    if made.own is None:
        remarks = list_remarks(draft, make_sheet(draft.shapes), made)
        errors = [one for one in remarks if one.level is Level.ERROR]
        said = gettext("No map is made yet: see what is said below.")
        told = DeedOutcome(
            command=draft.command,
            wrong=(said, *(one.title for one in errors[:MOST_ERRORS])),
            keeps_drafts=True,
        )
        first = next((one for one in errors if one.shape), None)
        return Moved(to=_address(draft, first), told=told)
    told = DeedOutcome(
        command=draft.command,
        said=(
            gettext("{title} is made: {count} provinces.", title=made.own.title,
                    count=len(made.own.board.provinces) - 1),
        ),
    )  # fmt: skip
    return Moved(to=f"/new/map/{draft.name}", told=told)


def _address(draft: MapDraft, remark: Remark | None) -> str:
    shape = f"?shape={quote(remark.shape, safe='')}" if remark is not None else ""
    return f"/new/map/{draft.name}{shape}"


SCREEN = Screen(
    key="map",
    title=N_("A new map"),
    routes=(
        show("/new/map", _show_start),
        do("/new/map", _begin),
        show("/new/map/{map}", _show_map),
        do("/new/map/{map}/shape", _save_shape),
        do("/new/map/{map}/leave-out", _leave_out),
        do("/new/map/{map}/take-back", _take_back),
        do("/new/map/{map}/facts", _save_facts),
        do("/new/map/{map}/names", _save_names),
        do("/new/map/{map}/drawing", _change_drawing),
        do("/new/map/{map}/make", _make),
    ),
)
