"""Bring a drawing up to date with the events on its mesh.

An event is drawn where it happens: one that undoes another restores the old lines (`undo`), any other
is carved (`attempts`), and the ground around it settles. Nothing far away moves. Where that is not to
be done, or leaves a map that is hard to read, the whole map is drawn anew from its mesh (`lay_anew`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import shapely
from shapely.geometry import MultiLineString
from shapely.geometry.base import BaseGeometry

from zinegen.errors import MapError
from zinegen.geometry.draft import ROOM_AIMED, SHORTEST, Draft, draft_of, length_of, to_line
from zinegen.geometry.fresh_layout.fresh_layout import lay_anew
from zinegen.geometry.fresh_layout.relax import ROOMY, RelaxEffort, settle
from zinegen.geometry.legibility import (
    Legibility,
    find_necks,
    find_widest,
    has_neck,
    measure,
)
from zinegen.geometry.mesh import BorderId
from zinegen.geometry.redraw.attempts import (
    DrawnEvent,
    Effort,
    attempt,
    is_whole,
    round_changes,
    shortfall,
)
from zinegen.geometry.redraw.move_labels import move_labels
from zinegen.geometry.redraw.undo import list_undone, record_scar
from zinegen.geometry.redraw.warps import list_changed_faces
from zinegen.geometry.shape import Line, PrintedMap, Shape
from zinegen.geometry.surgery import Surgery

EFFORTS = (
    Effort(width=1.0, rounds=8),
    Effort(width=0.6, rounds=8),
    Effort(width=0.3, rounds=8, is_even=True),
    Effort(width=0.15, rounds=0, is_even=True),
)
"""First as it looks best, then as it fits: what is all but a line becomes wider as the ground settles."""

NECKS = 5
"""A map with more provinces that have a neck is hard to read."""

SETTLING = RelaxEffort()
"""Around an event."""

PARTING = RelaxEffort(reach=70.0, coarse=1.5, spacing=11.0, neck=16.0)
"""Where it is too tight then."""

STRAIGHTENING = RelaxEffort(
    reach=15.0, coarse=2.0, spacing=20.0, neck=16.0, tension=8.0, rounds=4, is_free=True
)
"""Along ribbons, and with `AROUND` where it is still too tight."""

AROUND = 50.0

CURABLE = 3.0
"""A border that has become too short by less is made longer again by widening."""

HOPELESS = 15.0
"""A map that falls short by more is not made legible by straightening."""

WIDENING = RelaxEffort(reach=40.0, coarse=0.0, spacing=8.0)
"""Around borders that are still too short."""

ROOM_MAKING = (
    RelaxEffort(reach=70.0, coarse=1.5, spacing=9.0, rounds=4),
    RelaxEffort(reach=140.0, coarse=1.5, spacing=9.0, room=ROOMY + 1, rounds=6),
    RelaxEffort(reach=90.0, coarse=1.0, spacing=7.0, room=ROOMY + 3, rounds=8),
    RelaxEffort(reach=140.0, coarse=1.5, spacing=9.0, room=ROOMY + 4, rounds=10),
)
"""Around provinces in which a unit has no room; who wishes for more is given enough."""

THREAD = 3.0
"""A province with a neck narrower than this, in drawing units, hangs together by a thread."""

RIBBON = 0.06
"""A province that is less round than this runs through the map like a ribbon: it counts as up to two."""

RIBBONS = 3.0
"""A map in which ribbons count as more than this is hard to read."""

TOLERATED = 1.5
"""A map that falls short by no more is not worth drawing anew: one pair of strangers 5.5 apart, say."""

CRAMPED = TOLERATED
"""A province without room for a unit is worse than that, by however little it falls short."""

COMPACTNESS = 0.315
"""A map is hard to read whose provinces are less round than this on average."""


def update_geometry(shape: Shape, surgeries: Iterable[Surgery]) -> Shape:
    """Return the drawing after some events, one after the other; see `draw_surgery`."""
    for surgery in surgeries:
        try:
            shape = draw_surgery(shape, surgery)
        except shapely.GEOSException as error:
            raise MapError(f"its lines cannot be laid over each other: {error}") from error
    return shape


def draw_surgery(shape: Shape, surgery: Surgery) -> Shape:
    """Return the drawing after an event on the mesh that it shows.

    Raises MapError when the shape does not show the mesh from before the event, or cannot follow it.
    """
    if set(shape.lines) != set(surgery.before.borders):
        message = "the drawing is not that of the map on which the event happened"
        raise MapError(message)
    drawing = _Drawing(draft_of(surgery.before, shape), shape, surgery)
    best = drawing.undo()
    if best is None or best.is_tight:
        if not drawing.accepts(best):
            best = _pick_best(drawing.list_local_versions(best))
        if not drawing.accepts(best):
            best = _pick_best(filter(None, (best, drawing.lay_anew())))
    if best is None:
        message = "there is no way to draw the event"
        raise MapError(message)
    after = replace(shape, lines=best.lines, relaid=shape.relaid + best.outcome.is_relaid)
    after = move_labels(after, best.outcome, surgery)
    return record_scar(after, shape, best.outcome, surgery)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Version:
    """An event as drawn, with how legible the map is."""

    outcome: DrawnEvent
    lines: Mapping[BorderId, Line]
    legibility: Legibility

    @property
    def lack(self) -> float:
        """By how much the map falls short of one that is easy to read."""
        return _find_lack(self.legibility)

    @property
    def is_tight(self) -> bool:
        """Tell whether there are places that would be better for more room."""
        found = self.legibility
        return bool(found.strangers or found.cramped) or len(found.necks) > NECKS


def _find_lack(found: Legibility) -> float:
    """Return by how much a map falls short of one that is easy to read; 0 when it is one."""
    near = sum(7.0 - distance for distance in found.strangers.values())
    necks = max(0, len(found.necks) - NECKS)
    ribbons = sum(max(0.0, 2 - 2 * value / RIBBON) for value in found.compactness.values())
    long = max(0.0, ribbons - RIBBONS)
    cramped = sum(CRAMPED + ROOM_AIMED - radius for radius in found.cramped.values())
    return near + necks + long + cramped + 100 * max(0.0, COMPACTNESS - found.mean_compactness)


def _pick_best(versions: Iterable[_Version]) -> _Version | None:
    """Return the first version that lacks nothing, or else the one that lacks least."""
    best = None
    for version in versions:
        if best is None or version.lack < best.lack:
            best = version
        if not best.lack:
            break
    return best


@dataclass(frozen=True, slots=True)
class _Drawing:
    """How an event is drawn on a drawing."""

    draft: Draft
    shape: Shape
    surgery: Surgery

    def accepts(self, version: _Version | None) -> bool:
        """Tell whether a version is easy to read, all but a little, or no harder than the map before.

        Units have room in all that it has moved.
        """
        if version is None or version.legibility.cramped:
            return False
        return version.lack <= TOLERATED or version.lack <= _find_lack(
            measure(self.surgery.before, self.shape)
        )

    def undo(self) -> _Version | None:
        """Return the drawing with an older event undone; None where this event undoes none."""
        found = []
        for outcome in list_undone(self.draft, self.shape, self.surgery):
            found.append(self._version(outcome))
            # Ribbons that come back were there before.
            if not found[-1].is_tight or self.accepts(found[-1]):
                return found[-1]
        return _pick_best(found)

    def list_local_versions(self, undone: _Version | None) -> Iterator[_Version]:
        """Yield drawings of the event where it happens, that which moves least first."""
        tries = (attempt(self.draft, self.surgery, effort) for effort in EFFORTS)
        for outcome in (undone.outcome,) if undone else filter(None, tries):
            is_drawn = False
            for version in self._list_settled(outcome):
                is_drawn = True
                yield version
            if is_drawn:
                return

    def _list_settled(self, outcome: DrawnEvent) -> Iterator[_Version]:
        """Yield drawings with the ground settled around the event, then where it is hard to read."""
        version = self._settle_version(outcome, self._find_place(outcome.draft), SETTLING)
        if version is None:
            return
        yield version
        if version.is_tight or self._nearly_cuts(version):
            draft, found = version.outcome.draft, version.legibility
            parted = self._settle_version(
                version.outcome, _find_tight_places(draft, found), PARTING
            )
            version = min(filter(None, (parted, version)), key=lambda one: one.lack)
            yield version
        if TOLERATED < version.lack <= HOPELESS:
            draft, found = version.outcome.draft, version.legibility
            straight = self._settle_version(
                version.outcome, _find_ribbons(draft, found), STRAIGHTENING
            )
            yield from filter(None, (straight,))

    def _nearly_cuts(self, version: _Version) -> bool:
        """Tell whether a province has become so narrow somewhere that no strip would find room there."""
        fresh = set(version.legibility.necks) - set(measure(self.surgery.before, self.shape).necks)
        return any(has_neck(version.outcome.draft.ground(face), THREAD) for face in sorted(fresh))

    def _settle_version(
        self, outcome: DrawnEvent, place: BaseGeometry, effort: RelaxEffort
    ) -> _Version | None:
        """Return a drawing with the ground settled around a place, and room for units there.

        None where borders stay too short.
        """
        outcome = self._settle(outcome, place, effort)
        changed = outcome.draft.changed_lines(self.draft).values()
        short = [line for line in changed if length_of(line) < SHORTEST]
        if short:
            outcome = self._settle(outcome, MultiLineString(short), WIDENING)
        if shortfall(outcome.draft, self.draft):
            return None
        return self._make_room(self._version(outcome))

    def _make_room(self, version: _Version) -> _Version:
        """Return a drawing with room for a unit in every province, as far as it can be made."""
        for effort in ROOM_MAKING:
            draft, cramped = version.outcome.draft, version.legibility.cramped
            if not cramped:
                break
            spots = [find_widest(draft.ground(face)) for face in cramped]
            outcome = self._settle(version.outcome, shapely.union_all(spots), effort)
            if not shortfall(outcome.draft, self.draft):
                version = min(version, self._version(outcome), key=lambda one: one.lack)
        return version

    def _find_place(self, after: Draft) -> BaseGeometry:
        """Return where the event has changed borders by more than a motion of the ground."""
        cut, made = self.surgery.cut, self.surgery.made
        lines = [self.draft.lines[cut]] if cut is not None else []
        if made is not None:
            lines.append(after.lines[made])
        return MultiLineString(lines)

    def lay_anew(self) -> _Version | None:
        """Return the whole map drawn anew; None where that fails."""
        surgery, start = self.surgery, self.shape.start
        start = start or PrintedMap(mesh=surgery.before, lines=self.shape.lines, waters=())
        try:
            after, motion = lay_anew(self.draft, surgery.mesh, start)
        except MapError:
            return None
        relaid = DrawnEvent(draft=after, flows=(), motions=(motion,), is_relaid=True)
        return self._make_room(self._version(relaid))

    def _version(self, outcome: DrawnEvent) -> _Version:
        lines = {
            border: self.shape.lines[border]
            if line is self.draft.lines.get(border)
            else to_line(line)
            for border, line in outcome.draft.lines.items()
        }
        drawn = replace(self.shape, lines=lines)
        found = measure(self.surgery.mesh, drawn, room=ROOM_AIMED)
        # What was drawn without room, and far away, is left as it was.
        moved = list_changed_faces(outcome.draft, self.draft)
        cramped = {face: radius for face, radius in found.cramped.items() if face in moved}
        found = replace(found, cramped=cramped)
        return _Version(outcome=outcome, lines=lines, legibility=found)

    def _settle(self, outcome: DrawnEvent, place: BaseGeometry, effort: RelaxEffort) -> DrawnEvent:
        """Return a drawing with the ground settled around a place, as it was where that fails.

        Borders become shorter than they were by as little as can be.
        """
        short = shortfall(outcome.draft, self.draft)
        best, least = outcome, CURABLE
        for settled, motion in settle(outcome.draft, place, self.shape.start, effort):
            after = round_changes(settled, self.draft)
            more = shortfall(after, self.draft) - short
            if more < least and is_whole(after, self.draft):
                least = more
                best = replace(outcome, draft=after, motions=(*outcome.motions, motion))
            if least <= 0:
                break
        return best


def _find_tight_places(draft: Draft, found: Legibility) -> BaseGeometry:
    """Return where strangers are too near to each other, and the necks of provinces."""
    near = [
        shapely.shortest_line(draft.ground(one), draft.ground(other))
        for one, other in found.strangers
    ]
    tight = [spot for face in found.necks for spot in find_necks(draft.ground(face))]
    return shapely.union_all([*near, *tight])


def _find_ribbons(draft: Draft, found: Legibility) -> BaseGeometry:
    """Return the ground of ribbons, and of all that lies around places that are too tight."""
    least = RIBBON if found.mean_compactness > COMPACTNESS else 2 * RIBBON
    ribbons = [draft.ground(face) for face, value in found.compactness.items() if value < least]
    return shapely.union_all([*ribbons, _find_tight_places(draft, found).buffer(AROUND)])
