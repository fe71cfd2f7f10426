"""The screens of the desk: a module and a template each; the menu has them in this order."""

from zinegen.desk.screens import ending, new, today

SCREENS = (
    today.SCREEN,
    new.SCREEN,
    ending.SCREEN,
)
