"""What no report may lack: an order to blame where somebody is to blame."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.game import Reason, Report

BLAMES_SOMEBODY = {
    Reason.HELD_AGAINST,
    Reason.GAVE_SUPPORT,
    Reason.SUPPORT_UNUSED,
    Reason.CONVOYED,
    Reason.CONVOY_UNUSED,
    Reason.BOUNCED_BY,
    Reason.DEFENDED_BY,
    Reason.LOST_HEAD_TO_HEAD,
    Reason.OWN_UNIT_THERE,
    Reason.CUT_BY,
    Reason.DISLODGED_BY,
    Reason.CONVOY_BROKEN,
    Reason.PARADOX,
    Reason.TWO_ORDERS,
    Reason.NO_SUCH_ORDER,
    Reason.OF_VOID_ORDER,
    Reason.RETREAT_CONFLICT,
    Reason.NOT_USED,
    Reason.RIVAL_EVENT,
    Reason.OVERRULED_BY,
    Reason.WOULD_DIVIDE,
    Reason.TWO_EVENTS,
}
"""Reasons that come of what somebody else ordered."""


def faults(report: Report) -> list[str]:
    """Return what is wrong with the verdicts of a report, in words."""
    return list(_faults(report))


def _faults(report: Report) -> Iterator[str]:
    for ruling in report.rulings:
        verdict = ruling.verdict
        if verdict.reason in BLAMES_SOMEBODY and not verdict.because:
            yield f"{ruling.order}: {verdict.reason.key} blames nobody"
        if any(order is ruling.order for order in verdict.because):
            yield f"{ruling.order}: {verdict.reason.key} blames itself"
