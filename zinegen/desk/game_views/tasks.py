"""What waits for the GM, as pages show it: each thing with the button that leads to where it is done."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.archive.closing.gm_tasks import GmTask, Urgency
from zinegen.languages.texts import N_, gettext

_URGENCIES = {Urgency.NOW: N_("Now"), Urgency.SOON: N_("Soon"), Urgency.LATER: N_("Later")}
_ACTIONS = {
    "close": (N_("Close"), "/close"),
    "remind": (N_("Remind"), "/remind"),
    "extend": (N_("Set a deadline"), "#deadline"),
    "resume": (N_("Let it go on"), "#deadline"),
    "seat": (N_("Seat somebody"), "#players"),
}
"""What the button of a task says and where it leads, by the task's command."""
_LOOK = (N_("Look"), "#findings")


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskView:
    """A thing that waits, as a page shows it."""

    urgency: str
    said: str
    what: str
    if_left: str
    command: str
    label: str
    address: str


def view_task(game: str, task: GmTask) -> TaskView:
    """Return a task with its button."""
    label, place = _ACTIONS.get(task.command.split()[1], _LOOK)
    return TaskView(
        urgency=task.urgency.name.lower(),
        said=gettext(_URGENCIES[task.urgency]),
        what=task.what,
        if_left=task.if_left,
        command=task.command,
        label=gettext(label),
        address=f"/games/{game}{place}",
    )
