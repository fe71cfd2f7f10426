"""Long work: a page for each command that runs in the background, with progress, to be given up."""

from __future__ import annotations

import json

from zinegen.desk.desk import Desk
from zinegen.desk.jobs import Job
from zinegen.desk.routes import Asked, DeskPage, Moved, Screen, Sent, do, show
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext


def _find(desk: Desk, asked: Asked) -> Job:
    job = desk.jobs.find(asked.path["job"])
    if job is None:
        raise GameFolderError(gettext("This work is forgotten: the desk has been started anew."))
    return job


def _look(desk: Desk, asked: Asked) -> DeskPage:
    job, back = _find(desk, asked), asked.query.get("back", "/")
    is_own = back.startswith("/") and not back.startswith(("//", "/\\"))
    return DeskPage(template="work.html", values={"job": job, "back": back if is_own else "/"})


def _tell(desk: Desk, asked: Asked) -> Sent:
    content = json.dumps(_find(desk, asked).as_data()).encode()
    return Sent(content=content, kind="application/json")


def _give_up(desk: Desk, asked: Asked) -> Moved:
    job = _find(desk, asked)
    desk.jobs.give_up(job)
    return Moved(to=f"/jobs/{job.name}?back={asked.get('back') or '/'}")


SCREEN = Screen(
    key="work",
    title="",
    routes=(
        show("/jobs/{job}", _look),
        show("/jobs/{job}/state", _tell),
        do("/jobs/{job}/give-up", _give_up, draws=False),
    ),
)
