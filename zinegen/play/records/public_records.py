"""The part of a record that everybody may know, in a game that keeps secrets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from zinegen.play.records.records import PhaseRecord, SeasonRecord
from zinegen.play.texts.chance_file import Draw
from zinegen.rules.secrets import public_report, public_state


def public_record(record: SeasonRecord) -> SeasonRecord:
    """Return the part of a record that everybody may know."""
    return replace(record, phases=tuple(_public_phase(phase) for phase in record.phases))


def _public_phase(phase: PhaseRecord) -> PhaseRecord:
    return replace(
        phase,
        before=public_state(phase.before),
        report=public_report(phase.report, phase.before),
        after=public_state(phase.after),
        draws=public_draws(phase.draws),
    )


def public_draws(draws: Iterable[Draw]) -> tuple[Draw, ...]:
    """Return the throws that everybody may see."""
    return tuple(draw for draw in draws if not draw.secret)


def add_digests(public: SeasonRecord, digests: Mapping[str, str]) -> SeasonRecord:
    """Return a public record with the digests of the sealed one and of the sealed reports."""
    return replace(public, inputs=dict(sorted({**public.inputs, **digests}.items())))
