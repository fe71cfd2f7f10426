"""Contests in which only the strongest counts."""

from __future__ import annotations

from dataclasses import replace

from zinegen.board import Power
from zinegen.game import Reason
from zinegen.geometry import ProvinceKey
from zinegen.variants.geophysical.common.orders import Stabilisation, Transformation
from zinegen.variants.geophysical.common.processes import Process
from zinegen.variants.geophysical.kinzett.resolve_events import SiteClaim, resolve_claims

MUN = (ProvinceKey("Mun"),)


def claim(power: str, process: Process = Process.ERODE, supports: int = 0) -> SiteClaim:
    """Return a claim on Munich with so many supports."""
    order = Transformation(power=Power(power), process=process, ground=MUN)
    helps = tuple(replace(order, power=Power(f"{power}{n}")) for n in range(supports))
    return SiteClaim(order=order, site=MUN, sort=order.event, supports=helps)


def guard(power: str, supports: int = 0) -> SiteClaim:
    """Return a stabilisation of Munich with so many supports."""
    order = Stabilisation(power=Power(power), ground=MUN)
    helps = tuple(replace(order, power=Power(f"{power}{n}")) for n in range(supports))
    return SiteClaim(order=order, site=MUN, supports=helps)


def reasons(claims: list[SiteClaim], guards: list[SiteClaim]) -> list[Reason]:
    """Return what claims come to."""
    return [outcome.verdict.reason for outcome in resolve_claims(claims, guards)]


def test_equal_orders_share_one_result_and_do_not_add() -> None:
    assert reasons([claim("A"), claim("B")], []) == [Reason.TRANSFORMED, Reason.TRANSFORMED]
    assert reasons([claim("A"), claim("B")], [guard("G")]) == [Reason.STABILISED] * 2


def test_guards_do_not_add_and_the_strongest_holds() -> None:
    assert reasons([claim("A", supports=1)], [guard("G"), guard("R")]) == [Reason.TRANSFORMED]
    assert reasons([claim("A", supports=1)], [guard("G"), guard("R", 1)]) == [Reason.STABILISED]


def test_a_type_must_be_stronger_than_every_other() -> None:
    up, down = claim("A", Process.MOUNTAIN, 1), claim("B", supports=1)
    centre = claim("C", Process.CREATE_CENTRE)
    assert reasons([up, down, centre], []) == [
        Reason.RIVAL_EVENT,
        Reason.RIVAL_EVENT,
        Reason.OVERRULED_BY,
    ]
    assert reasons([up, centre], []) == [Reason.TRANSFORMED, Reason.OVERRULED_BY]


def test_those_to_blame_are_the_strongest_rivals_or_the_strongest_guard() -> None:
    up, down = claim("A", Process.MOUNTAIN), claim("B", supports=1)
    beaten, winner = resolve_claims([up, down], [guard("G")])
    assert beaten.verdict.because == down.all_orders
    assert winner.verdict.because == down.supports
    (stopped,) = resolve_claims([up], [guard("G"), guard("R", 1)])
    assert stopped.verdict.because == guard("R", 1).all_orders


def test_other_sites_do_not_matter() -> None:
    border = (ProvinceKey("Bur"), ProvinceKey("Mun"))
    quake = Transformation(power=Power("A"), process=Process.EARTHQUAKE, ground=border)
    other = SiteClaim(order=quake, site=border, sort=quake.event)
    assert reasons([other], [guard("G", 3)]) == [Reason.TRANSFORMED]
