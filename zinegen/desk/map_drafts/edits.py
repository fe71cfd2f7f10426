"""What the GM says of a shape, written into ``map.toml``: every line that it is not about stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from zinegen.archive.edits.toml_edits import KeyChanges, edit_text
from zinegen.cli.base_maps import FACTS_FILE
from zinegen.desk.map_drafts.draft import MapDraft, revise
from zinegen.desk.map_drafts.renaming import rename_province
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext
from zinegen.maps.abbreviations import abbreviate, find_trouble
from zinegen.maps.facts import LAND, WATER, ProvinceFacts
from zinegen.notation.grammar.names import fold
from zinegen.play.texts.toml_text import quote_toml

LONGEST = 60
"""Letters of a name."""
Changes = dict[tuple[str, ...], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvinceAnswer:
    """What was said of the province that a shape shows."""

    name: str
    key: str = ""
    """The abbreviation; empty: one is made of the name, or stays."""
    terrain: str = LAND
    centre: bool = False
    home: str = ""
    unit: str = ""
    """``A`` or ``F``: what its power has there when the game begins; empty: nothing."""
    coasts: Mapping[str, Sequence[str]] | None = None
    """The labels of its coasts with waters along each; None: that was not asked."""


def name_shape(draft: MapDraft, shape: str, answer: ProvinceAnswer) -> str:
    """Return ``map.toml`` with a province for a shape; one that has the name already gets it as another part.

    Raises GameFolderError for a name or an abbreviation that cannot be.
    """
    name = " ".join(answer.name.split())
    if not name or len(name) > LONGEST:
        raise GameFolderError(gettext("A name has one to {most} letters.", most=LONGEST))
    if answer.home and answer.home not in draft.facts.units:
        raise GameFolderError(gettext("There is no power {name}.", name=answer.home))
    own = draft.owners.get(shape)
    named = (one for one in draft.facts.provinces.values() if fold(one.name) == fold(name))
    same = next((one for one in named if own is None or one.key != own.key), None)
    if same is not None:
        changes = _list_released(draft, shape)
        changes["provinces", same.written, "shape"] = _write_list((*_parts(draft, same), shape))
        return _edit(draft, changes)
    if own is None:
        written = _choose_key(draft, answer.key, name)
        parts = [f"name = {quote_toml(name)}", f"shape = {quote_toml(shape)}"]
        said = _list_said(replace(answer, name=name))
        parts += [f"{key} = {value}" for key, value in said.items() if value is not None]
        changes = {("provinces", written): f"{{ {', '.join(parts)} }}"}
    else:
        draft, own = _rename(draft, own, answer.key)
        written = own.written
        before = _list_said(_read_answer(own))
        said = {"name": quote_toml(name), **_list_said(answer)}
        before["name"] = quote_toml(own.name)
        changes = {
            ("provinces", written, key): value
            for key, value in said.items()
            if value != before.get(key)
        }
    changes |= _list_units(draft, written, answer)
    return _edit(draft, changes)


def release_shape(draft: MapDraft, shape: str) -> str:
    """Return ``map.toml`` without what it says of a shape; its province goes with its last shape."""
    return _edit(draft, _list_released(draft, shape))


def set_powers(draft: MapDraft, names: Sequence[str]) -> Changes:
    """Return the changes that make these the powers; raises GameFolderError for a name that is none."""
    for name in names:
        if not all(part.isalpha() for part in name.split(" ")) or len(name) > 30:
            raise GameFolderError(gettext("{name} is no name of a power: letters only", name=name))
    gone = [name for name in draft.facts.units if name not in names]
    changes: Changes = {("powers", name): None for name in gone}
    return changes | {("powers", name): "[]" for name in names if name not in draft.facts.units}


def edit_facts(draft: MapDraft, changes: KeyChanges) -> str:
    """Return ``map.toml`` with other values under some keys."""
    return _edit(draft, changes)


def _rename(draft: MapDraft, own: ProvinceFacts, said: str) -> tuple[MapDraft, ProvinceFacts]:
    """Return a draft in which a province has the abbreviation that was said, and the province."""
    if said in {"", own.written}:
        return draft, own
    _check_key(draft, said, own)
    changes: Changes = {}
    if own.shapes == (own.written,):  # the drawing calls its shape as it was called until now
        changes["provinces", own.written, "shape"] = quote_toml(own.written)
    text = rename_province(_edit(draft, changes), f"{draft.name}/{FACTS_FILE}", own.written, said)
    renamed = revise(draft, text)
    return renamed, next(one for one in renamed.facts.provinces.values() if one.written == said)


def _edit(draft: MapDraft, changes: KeyChanges) -> str:
    return edit_text(draft.text, f"{draft.name}/{FACTS_FILE}", changes)


def _choose_key(draft: MapDraft, said: str, name: str) -> str:
    """Return the abbreviation of a new province."""
    facts = draft.facts
    taken = {one.written.lower() for one in facts.provinces.values()}
    taken |= {key.lower() for key in (*facts.provinces, *facts.units)}
    if not said:
        return abbreviate(name, taken)
    _check_key(draft, said)
    return said


def _check_key(draft: MapDraft, said: str, own: ProvinceFacts | None = None) -> None:
    """Raise GameFolderError for what cannot be the abbreviation of a province."""
    others = [one for one in draft.facts.provinces.values() if own is None or one.key != own.key]
    same = next(
        (one for one in others if said.lower() in {one.key.lower(), one.written.lower()}), None
    )
    if same is not None:
        raise GameFolderError(
            gettext("{key} is {name}; take another abbreviation.", key=said, name=same.name)
        )
    if trouble := find_trouble(said, {power.lower() for power in draft.facts.units}):
        raise GameFolderError(trouble)


def _read_answer(one: ProvinceFacts) -> ProvinceAnswer:
    return ProvinceAnswer(
        name=one.name, terrain=one.terrain, centre=one.centre, home=one.home, coasts=one.coasts
    )


def _list_said(answer: ProvinceAnswer) -> dict[str, str | None]:
    """Return what is said besides the name, by its keys as TOML writes it; None: as usual."""
    is_water = answer.terrain == WATER
    said: dict[str, str | None] = {
        "terrain": quote_toml(WATER) if is_water else None,
        "centre": "true" if answer.centre else None,
        "home": quote_toml(answer.home) if answer.home else None,
    }
    if answer.coasts is not None:
        labels = (f"{label} = {_write_list(its)}" for label, its in answer.coasts.items())
        said["coasts"] = f"{{ {', '.join(labels)} }}" if answer.coasts else None
    return said


def _write_list(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(quote_toml, dict.fromkeys(texts)))}]"


def _parts(draft: MapDraft, one: ProvinceFacts) -> Iterator[str]:
    """Yield the names of the shapes of a province."""
    return (name for name, owner in draft.owners.items() if owner.key == one.key)


def _list_released(draft: MapDraft, shape: str) -> Changes:
    own = draft.owners.get(shape)
    if own is None:
        return {}
    left = [name for name in _parts(draft, own) if name != shape]
    if left:
        return {("provinces", own.written, "shape"): _write_list(left)}
    gone = ProvinceAnswer(name=own.name)
    return {("provinces", own.written): None, **_list_units(draft, own.written, gone)}


def find_unit(draft: MapDraft, written: str) -> tuple[str, str]:
    """Return the power that has a unit in a province at the start, and the unit; or nothing, twice."""
    key = written.lower()
    found = ((power, text) for power, lines in draft.facts.units.items() for text in lines)
    return next(((power, text) for power, text in found if find_unit_place(text) == key), ("", ""))


def find_unit_place(text: str) -> str:
    """Return the province, in small letters, in which a unit stands that is written like ``F Spa/nc``."""
    return text.partition(" ")[2].partition("/")[0].strip().lower()


def _list_units(draft: MapDraft, written: str, answer: ProvinceAnswer) -> Changes:
    """Return the powers whose units change with what is said of a province."""
    power, text = find_unit(draft, written)
    if answer.home == power and answer.unit == text[:1]:
        return {}
    units = {name: [*lines] for name, lines in draft.facts.units.items()}
    if text:
        units[power].remove(text)
    if answer.home and answer.unit:
        units[answer.home].append(f"{answer.unit} {written}")
    return {
        ("powers", name): _write_list(lines)
        for name, lines in units.items()
        if lines != [*draft.facts.units[name]]
    }
