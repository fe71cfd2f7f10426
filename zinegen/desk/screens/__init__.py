"""The screens of the desk: a module and a template each; the menu has them in this order."""

from zinegen.desk.screens import ending, today

SCREENS = (
    today.SCREEN,
    ending.SCREEN,
)
