"""Stopping the desk from its own page."""

from __future__ import annotations

from zinegen.desk.desk import Desk
from zinegen.desk.routes import Asked, DeskPage, Screen, do


def _stop(desk: Desk, _: Asked) -> DeskPage:
    desk.stop()
    return DeskPage(template="stopped.html", values={"menu": ()})


SCREEN = Screen(key="ending", title="", routes=(do("/stop", _stop, draws=False),))
