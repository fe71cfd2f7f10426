"""The screens of the desk: a module and a template each; the menu has them in this order."""

from zinegen.desk.screens import (
    closing,
    ending,
    game,
    history,
    issue,
    map_import,
    new,
    ordering,
    publish,
    reminding,
    safe,
    seasons,
    settings,
    taking,
    today,
    work,
)

SCREENS = (
    today.SCREEN,
    game.SCREEN,
    taking.SCREEN,
    ordering.SCREEN,
    reminding.SCREEN,
    seasons.SCREEN,
    closing.SCREEN,
    history.SCREEN,
    issue.SCREEN,
    new.SCREEN,
    map_import.SCREEN,
    publish.SCREEN,
    settings.SCREEN,
    safe.SCREEN,
    work.SCREEN,
    ending.SCREEN,
)
