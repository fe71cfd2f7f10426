"""The screens of the desk: a module and a template each; the menu has them in this order."""

from zinegen.desk.screens import closing, ending, game, history, new, seasons, taking, today

SCREENS = (
    today.SCREEN,
    game.SCREEN,
    taking.SCREEN,
    seasons.SCREEN,
    closing.SCREEN,
    history.SCREEN,
    new.SCREEN,
    ending.SCREEN,
)
