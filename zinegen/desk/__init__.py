"""The GM's desk: a zine in a browser, on the GM's own machine. What it does, the commands do."""

from zinegen.late_names import late_names

_HOMES = {
    "desk": "Desk",
    "guard": "Guard",
    "screens": "SCREENS",
    "web": "make_application",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
